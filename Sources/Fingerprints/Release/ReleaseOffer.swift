public import Survey

/// What a server answers to a device that asks for news.
public enum ReleaseOffer: Hashable, Sendable {
    /// What the device holds is the newest.
    case upToDate
    /// The newest manifest, whole.
    case manifest
    /// The changes since the device's release.
    case delta(ReleaseDelta)
    /// The device holds a release that the server does not know and that is not older than its newest: the server was
    /// restored from a backup. It asks to be shown the manifest; where ``ReleaseRules/accept(manifest:holding:)`` finds
    /// it signed, the next release gets a number above it.
    case showManifest

    /// A release as a server knows it.
    public struct Known: Hashable, Sendable {
        public let manifest: Manifest
        /// SHA-256 of the manifest's bytes.
        public let hash: Digest
        /// The block that the manifest names.
        public let assignments: AssignmentsBlock

        public init(manifest: Manifest, hash: Digest, assignments: AssignmentsBlock) {
            self.manifest = manifest
            self.hash = hash
            self.assignments = assignments
        }
    }

    /// Decides what to answer.
    ///
    /// - Parameters:
    ///   - held: The number and the hash of the manifest that the device says it holds; nil for none.
    ///   - known: The release of that number in the server's store; nil where there is none.
    ///   - newest: The newest release.
    public init(to held: (number: UInt64, hash: Digest)?, known: Known?, newest: Known) {
        guard let held else {
            self = .manifest
            return
        }
        if held.hash == newest.hash {
            self = .upToDate
        } else if let known, known.hash == held.hash {
            let delta = ReleaseDelta(
                from: (known.manifest, known.assignments),
                to: (newest.manifest, newest.assignments)
            )
            self = delta.map(ReleaseOffer.delta) ?? .manifest
        } else {
            self = held.number >= newest.manifest.release ? .showManifest : .manifest
        }
    }
}
