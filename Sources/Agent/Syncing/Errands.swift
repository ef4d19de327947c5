import Survey
import Sync

/// What a session is to do besides events: plans to bring and to fetch, requests to have answered, and whether all of it
/// is done.
struct Errands: Hashable {
    private var isDelivered = false
    private var caughtUp: Set<Lane> = []
    /// Whether the plans that the venue names were looked through since its structure changed.
    private var isSearched = false
    private var offered: Set<Digest> = []
    private var fetching: Set<Digest> = []
    private var isAsked = false
    private var unanswered = 0
    /// Milliseconds since boot when an offer was made or settled last.
    private var lastOffer: Int64?

    /// How long an offer may be without an answer, in milliseconds: the server may not want the plan at all.
    private static let patience: Int64 = 30_000

    /// What there is to do next.
    enum Step: Hashable {
        case wait
        /// Look for plans that one side lacks.
        case search
        /// Hand the requests over.
        case ask
        case done
    }

    func next(lanes: [Lane], requests: Int, at now: Int64) -> Step {
        guard isDelivered, caughtUp.isSuperset(of: lanes) else { return .wait }
        guard isSearched else { return .search }
        let isGivingUp = fetching.isEmpty && lastOffer.map { now - $0 > Self.patience } ?? false
        guard offered.isEmpty && fetching.isEmpty || isGivingUp else { return .wait }
        if !isAsked, requests > 0 { return .ask }
        return unanswered == 0 ? .done : .wait
    }

    /// The plans that were offered and are not settled.
    var unsettled: Int { offered.count + fetching.count }

    mutating func delivered() { isDelivered = true }
    mutating func reached(_ lane: Lane) { caughtUp.insert(lane) }
    mutating func structureChanged() { isSearched = false }

    /// Takes the plans that are to be brought and fetched; returns those that are new.
    mutating func search(offers: [BlobOffer], fetches: [Fetch], at now: Int64) -> (
        offers: [BlobOffer], fetches: [Fetch]
    ) {
        isSearched = true
        let newOffers = offers.filter { offered.insert($0.hash).inserted }
        if !newOffers.isEmpty { lastOffer = now }
        return (newOffers, fetches.filter { fetching.insert($0.content.hash).inserted })
    }

    mutating func settled(_ hash: Digest, at now: Int64) {
        offered.remove(hash)
        fetching.remove(hash)
        lastOffer = now
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
