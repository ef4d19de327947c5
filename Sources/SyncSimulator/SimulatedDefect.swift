import Sync

/// Defects that other systems have: switched on to prove that the simulation notices them (DESIGN §10).
public enum SimulatedDefect: String, Hashable, Sendable, CaseIterable {
    /// The server answers `Pushed` at the INSERT's result, before the commit.
    case acknowledgesBeforeCommit = "acknowledges-before-commit"
    /// The server takes a sequence it has for the event it has, without comparing.
    case ignoresOldSequences = "ignores-old-sequences"
    /// The agent offers its current stream alone.
    case offersNoClosedStreams = "offers-no-closed-streams"
    /// The server dates events by their author's wall clock, without the bound of what the author had seen.
    case trustsTheWallClock = "trusts-the-wall-clock"
    /// The server sends readers what it has just written, before the commit.
    case relaysFromMemory = "relays-from-memory"

    var faults: Faults {
        switch self {
        case .acknowledgesBeforeCommit: .acknowledgesBeforeCommit
        case .ignoresOldSequences: .ignoresOldSequences
        case .offersNoClosedStreams: .offersNoClosedStreams
        case .trustsTheWallClock: .trustsTheWallClock
        case .relaysFromMemory: .relaysFromMemory
        }
    }
}
