import Crypto
import EventStore
import Fingerprints
import Survey
import Sync
import Venue
import Wire

/// Makes releases of projects out of their events, and tells devices what is new.
struct Publisher: Sendable {
    let pool: Pool
    let judge: SurveyJudge

    private var releases: ReleaseStore { ReleaseStore(pool: pool) }

    /// Folds a project as it is now, and publishes it under the next number.
    func publish(_ project: ProjectID, by agent: AgentID) async throws(EventStoreError) -> ServerMessage {
        guard let key = try await releases.signingKey(of: project),
            let head = try await EventReader(pool: pool).head(of: project)
        else { return .refused(.impossible("The project is not known.")) }
        guard let content = try await fold(project, through: head.position) else {
            return .refused(.impossible("The project has no floor yet."))
        }
        let choice = try await choice(for: content, in: project)
        let blocks = content.blocks(choice)
        // Of several who publish at the same moment, each takes a number of its own.
        while true {
            let number = try await releases.nextNumber(of: project)
            let encoded: EncodedRelease
            do {
                let signer = try SigningKey(bytes: key.privateKey)
                encoded = try EncodedRelease(
                    project: project,
                    release: number,
                    position: head.position,
                    chain: head.chain,
                    blocks: blocks,
                    coding: ReleaseCoder(),
                    hashing: SHA256(),
                    sign: { try signer.signature(of: $0) }
                )
            } catch {
                throw .damaged(reason: "the project's signing key cannot be used: \(error)")
            }
            if try await store(encoded, by: agent, in: project) {
                return .published(release: number, matching: choice)
            }
        }
    }

    /// What a device that holds a release is told.
    func answer(to held: HeldRelease?, in project: ProjectID) async throws(EventStoreError) -> ReleaseAnswer {
        guard let newest = try await releases.newest(of: project) else { return held == nil ? .none : .unknownManifest }
        guard let held else { return .manifest(newest.manifest) }
        if held.manifest == newest.manifestHash { return .upToDate }
        guard let known = try await releases.release(withManifest: held.manifest, of: project) else {
            // Only a release that is not older than ours can be one that a restored server lost.
            return held.number >= newest.number ? .unknownManifest : .manifest(newest.manifest)
        }
        if let delta = try await delta(from: known, to: newest, in: project) { return .delta(delta) }
        return .manifest(newest.manifest)
    }

    /// Takes a manifest that the server lost; its number is never given again.
    func take(_ bytes: [UInt8], in project: ProjectID) async throws(EventStoreError) -> ReleaseAnswer {
        guard let key = try await releases.signingKey(of: project) else { return .none }
        let rules = ReleaseRules(
            project: project,
            projectKey: key.publicKey,
            coding: ReleaseCoder(),
            hashing: SHA256(),
            verifier: Ed25519()
        )
        let newest = try await releases.newest(of: project)
        // What the project's key did not sign tells nothing: whoever shows it gets what there is.
        if let shown = try? rules.accept(manifest: bytes, holding: nil) {
            try await releases.raiseFloor(to: shown.release, of: project)
            if let newest, newest.number <= shown.release { return .upToDate }
            if newest == nil { return .upToDate }
        }
        return newest.map { .manifest($0.manifest) } ?? .none
    }

    private func store(
        _ release: EncodedRelease,
        by agent: AgentID,
        in project: ProjectID
    ) async throws(EventStoreError) -> Bool {
        let manifest = ReleaseCoder().encode(release.manifest)
        return try await releases.publish(
            ReleaseStore.Release(
                number: release.manifest.release,
                position: release.manifest.position,
                manifestHash: SHA256().sha256(manifest),
                manifest: manifest
            ),
            blocks: zip(release.manifest.blocks, release.blocks).map { reference, bytes in
                ReleaseStore.Block(hash: reference.hash, bytes: bytes)
            },
            by: agent,
            in: project
        )
    }

    /// The changes between two releases; nil where more than the assignments differ, or something is not here.
    private func delta(
        from held: ReleaseStore.Release,
        to newest: ReleaseStore.Release,
        in project: ProjectID
    ) async throws(EventStoreError) -> [UInt8]? {
        guard let before = try await decoded(held, in: project), let after = try await decoded(newest, in: project)
        else { return nil }
        return ReleaseDelta(from: before, to: after).map { ReleaseCoder().encode($0) }
    }

    private func decoded(
        _ release: ReleaseStore.Release,
        in project: ProjectID
    ) async throws(EventStoreError) -> (manifest: Manifest, assignments: AssignmentsBlock)? {
        let coder = ReleaseCoder()
        guard let manifest = coder.decodeManifest(release.manifest), let reference = manifest.block(.assignments),
            let bytes = try await releases.block(reference.hash, in: project),
            case .assignments(let assignments) = coder.decodeBlock(bytes, named: .assignments)
        else { return nil }
        return (manifest, assignments)
    }

    /// What the survey tells of how to locate in it; nil where it is too small to tell.
    ///
    /// Prints that were published before tell the same again: whoever replaces a beacon publishes in no time, and
    /// devices need only the change.
    private func choice(
        for content: Content,
        in project: ProjectID
    ) async throws(EventStoreError) -> MatchingChoice? {
        if let newest = try await releases.newest(of: project), let known = try await choice(of: newest, in: project),
            content.prints == known.prints
        {
            return known.choice
        }
        return await judge.choice(by: content.folds, mounts: content.mounts)
    }

    /// What a release advises, and of which prints it says so; nil where it advises nothing.
    private func choice(
        of release: ReleaseStore.Release,
        in project: ProjectID
    ) async throws(EventStoreError) -> (choice: MatchingChoice, prints: [Digest])? {
        let coder = ReleaseCoder()
        guard let manifest = coder.decodeManifest(release.manifest), let reference = manifest.block(.policy),
            let bytes = try await releases.block(reference.hash, in: project),
            case .policy(let policy) = coder.decodeBlock(bytes, named: .policy), let choice = policy.matching
        else { return nil }
        let prints = manifest.blocks.compactMap { if case .prints = $0.name { $0.hash } else { nil } }
        return (choice, prints)
    }

    /// What a release is made of, before it is known how to locate by it.
    private struct Content: Sendable {
        let builder: ReleaseBuilder
        let index: FingerprintIndex
        let folds: SurveyFolds
        /// The hashes of the prints, in the manifest's order.
        let prints: [Digest]

        func blocks(_ choice: MatchingChoice?) -> [Block] { builder.blocks(of: index, matching: choice) }

        var mounts: [SlotGeometry] { builder.geometry.slots }
    }

    /// A project up to a position; nil where it has no floor.
    ///
    /// Away from the loop: it takes seconds for a large project, and everybody else goes on.
    @concurrent private func fold(
        _ project: ProjectID,
        through position: UInt64
    ) async throws(EventStoreError) -> Content? {
        let (venue, scans) = try await ProjectFold(pool: pool).scans(of: project, through: position)
        guard venue.floors.values.contains(where: { !$0.isRemoved }) else { return nil }
        let interpretation = Interpretation(venue)
        let index = FingerprintIndex(scans, under: interpretation)
        let coder = ReleaseCoder()
        let prints = index.prints().sorted { $0.floor < $1.floor }
        return Content(
            builder: ReleaseBuilder(venue),
            index: index,
            folds: index.folds(of: scans, under: interpretation, limits: .release),
            prints: prints.map { SHA256().sha256(coder.encode(.prints($0))) }
        )
    }
}
