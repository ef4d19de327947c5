import EdgeLog
import Link
import Survey
import Sync
import Venue

extension SyncAgent {
    /// Takes what the session wants people to see, and what it means for what is still to do.
    func take(_ notice: ClientNotice) throws {
        switch notice {
        case .welcomed(let role, let clockAhead):
            (report.role, report.clockAhead) = (role, clockAhead)
            try agent.noteContact(clockAhead: clockAhead, at: clock.now().wallClock)
        case .caughtUp(let lane): errands.reached(lane)
        case .delivered:
            try noteAcknowledgements()
            errands.delivered(at: clock.now().sinceBoot)
        case .forked(let incarnation, let lastCommon):
            report.forks.append(SyncReport.Fork(incarnation: incarnation, lastCommon: lastCommon))
            try agent.noteFork(incarnation)
            errands.forked(incarnation)
            notify(.forked(incarnation, lastCommon: lastCommon))
        case .recovered(let incarnation, let lastCommon):
            report.recoveries.append(SyncReport.Fork(incarnation: incarnation, lastCommon: lastCommon))
            try agent.noteFork(nil)
            notify(.recovered(incarnation, lastCommon: lastCommon))
        case .rewound(let position):
            report.rewinds.append(position)
            try distrustBlobs()
            notify(.rewound(to: position))
        case .pushingAgain(let incarnation, let head):
            try distrustBlobs()
            notify(.pushingAgain(incarnation, after: head))
        case .lacksBlobs: try distrustBlobs()
        case .blobSafe(let hash):
            if brought.remove(hash) != nil { report.blobsSent += 1 }
            errands.settled(hash, at: clock.now().sinceBoot)
        case .blobNotWanted(let hash): errands.missed(hash, at: clock.now().sinceBoot)
        case .blobCorrupted(let hash):
            errands.damaged(hash, at: clock.now().sinceBoot)
            notify(.blobCorrupted(hash))
        case .fetched(let content):
            report.blobsFetched += 1
            errands.settled(content.hash, at: clock.now().sinceBoot)
        case .missing(let content): errands.missed(content.hash, at: clock.now().sinceBoot)
        case .fetchedCorrupted(let content): errands.damaged(content.hash, at: clock.now().sinceBoot)
        }
    }

    /// Does what is next besides events; ends the session where the goal is reached.
    func runErrands(_ link: ClientLink) async throws {
        guard session.isSettled else { return }
        if errands.hasOnlyForksLeft(try agent.log.streams()) { errands.delivered(at: clock.now().sinceBoot) }
        let step = try errands.next(
            lanes: options.lanes,
            requests: options.goal.requests.count,
            at: clock.now().sinceBoot
        ) {
            for lane in options.lanes where try !agent.log.hasReturned(lane) { return false }
            return true
        }
        switch step {
        case .wait: return
        case .giveUp: ending = .closed(.timedOut("with this log's own events"))
        case .search:
            let found = try findBlobs()
            try await handle(found.offers.map(ClientInput.offer) + found.fetches.map(ClientInput.fetch), link)
        case .ask:
            errands.asked(options.goal.requests.count)
            try await handle(options.goal.requests.map(ClientInput.request), link)
        case .done:
            report.blobsMissing = errands.unsettled
            if options.goal.isOnce { ending = .done }
            if !isInStep {
                isInStep = true
                if report.forks.isEmpty { try agent.noteInStep(at: clock.now().wallClock) }
                notify(.inStep(report))
            }
        }
    }

    /// The plans that the venue names and one of the sides lacks.
    private func findBlobs() throws -> (offers: [BlobOffer], fetches: [Fetch]) {
        let log = agent.log
        let named = try agent.venue().blobs
        for blob in named { try log.expectBlob(blob.blob, byteCount: blob.byteCount) }
        let hashes = Set(named.map(\.blob))
        let known = try log.blobs().filter { hashes.contains($0.hash) }
        return errands.search(
            offers: known.filter { $0.isHere && !$0.isSafe }.map { BlobOffer(hash: $0.hash, byteCount: $0.byteCount) },
            fetches: known.filter { !$0.isHere }.map {
                Fetch(content: ContentReference(kind: .blob, hash: $0.hash), offset: $0.received)
            },
            at: clock.now().sinceBoot
        )
    }

    /// A restored server may lack plans that it had: all of them are offered again.
    private func distrustBlobs() throws {
        for blob in try agent.log.blobs() where blob.isSafe { try agent.log.markBlobUnsafe(blob.hash) }
        errands.structureChanged()
    }
}
