import Survey
import Sync

/// What a session is to do besides events: plans to bring and to fetch, requests to have answered, and whether all of it
/// is done.
struct Errands: Hashable {
    /// Milliseconds since boot when everything had been delivered.
    private var deliveredAt: Int64?
    private var caughtUp: Set<Lane> = []
    private var forks: Set<Incarnation> = []
    /// Whether the plans that the venue names were looked through since its structure changed.
    private var isSearched = false
    private var offered: Set<Digest> = []
    private var fetching: Set<Digest> = []
    /// Plans that the server did not have, or not as they should be.
    private var lacking: Set<Digest> = []
    /// Plans that were brought or fetched whole and are not what their hashes say: another try would end the same way.
    private var damaged: Set<Digest> = []
    private var isAsked = false
    private var unanswered = 0
    /// Milliseconds since boot when an offer was made or settled last.
    private var lastOffer: Int64?

    /// How long what was delivered may take to come back, and an offer may be without an answer (the server may not
    /// want the plan at all), in milliseconds.
    private static let patience: Int64 = 30_000

    /// What there is to do next.
    enum Step: Hashable {
        case wait
        /// What was delivered should have come back with its positions long since.
        case giveUp
        /// Look for plans that one side lacks.
        case search
        /// Hand the requests over.
        case ask
        case done
    }

    /// What there is to do at a moment, in milliseconds since boot.
    ///
    /// Whether the log's own events have come back is asked only where the rest is done.
    func next(lanes: [Lane], requests: Int, at now: Int64, hasReturned: () throws -> Bool) rethrows -> Step {
        guard let deliveredAt, caughtUp.isSuperset(of: lanes) else { return .wait }
        guard try hasReturned() else { return now - deliveredAt > Self.patience ? .giveUp : .wait }
        guard isSearched else {
            // Where more is named than may be under way, the rest is looked for once half of it is settled.
            return max(offered.count, fetching.count) <= Limits.requestsWaiting / 2 ? .search : .wait
        }
        let isGivingUp = fetching.isEmpty && lastOffer.map { now - $0 > Self.patience } ?? false
        guard offered.isEmpty && fetching.isEmpty || isGivingUp else { return .wait }
        if !isAsked, requests > 0 { return .ask }
        return unanswered == 0 ? .done : .wait
    }

    /// The plans that were offered and are not settled, and those that could not be had.
    var unsettled: Int { offered.count + fetching.count + lacking.count + damaged.count }

    mutating func delivered(at now: Int64) { deliveredAt = deliveredAt ?? now }

    /// Notes that a stream went on elsewhere: what is left of it waits for recovery, not for this session.
    mutating func forked(_ incarnation: Incarnation) { forks.insert(incarnation) }

    /// Whether only streams that wait for recovery have something left.
    func hasOnlyForksLeft(_ streams: [LoggedStream]) -> Bool {
        !forks.isEmpty
            && streams.allSatisfy { $0.acknowledged >= $0.claim.end || forks.contains($0.claim.incarnation) }
    }
    mutating func reached(_ lane: Lane) { caughtUp.insert(lane) }
    mutating func structureChanged() { isSearched = false }

    /// Takes the plans that are to be brought and fetched; returns those that are new, as many as may wait at once.
    mutating func search(offers: [BlobOffer], fetches: [Fetch], at now: Int64) -> (
        offers: [BlobOffer], fetches: [Fetch]
    ) {
        let newOffers = offers.filter { !offered.contains($0.hash) && !damaged.contains($0.hash) }
            .prefix(Limits.requestsWaiting - offered.count)
        let newFetches = fetches.filter { !fetching.contains($0.content.hash) && !damaged.contains($0.content.hash) }
            .prefix(Limits.requestsWaiting - fetching.count)
        offered.formUnion(newOffers.map(\.hash))
        fetching.formUnion(newFetches.map(\.content.hash))
        if !newOffers.isEmpty { lastOffer = now }
        isSearched = max(offered.count, fetching.count) < Limits.requestsWaiting
        return (Array(newOffers), Array(newFetches))
    }

    mutating func settled(_ hash: Digest, at now: Int64) {
        offered.remove(hash)
        fetching.remove(hash)
        lacking.remove(hash)
        lastOffer = now
    }

    /// Notes that a plan could not be had, or not be brought: it may be later.
    mutating func missed(_ hash: Digest, at now: Int64) {
        settled(hash, at: now)
        lacking.insert(hash)
    }

    /// Notes that a plan was brought or fetched and is not what its hash says; this session does not try again.
    mutating func damaged(_ hash: Digest, at now: Int64) {
        settled(hash, at: now)
        damaged.insert(hash)
    }

    /// Looks once more for the plans that could not be had.
    mutating func lookAgain() {
        guard !lacking.isEmpty else { return }
        lacking = []
        isSearched = false
    }

    mutating func asked(_ count: Int) {
        isAsked = true
        unanswered = count
    }

    mutating func answered(_ report: inout SyncReport, _ answer: ClientAnswer) {
        unanswered -= 1
        report.answers.append(answer)
    }
}
