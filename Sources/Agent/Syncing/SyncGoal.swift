public import Survey
public import Sync

/// When a sync is done.
public enum SyncGoal: Hashable, Sendable {
    /// Everything is delivered and pulled, and then the requests are answered.
    case once([ClientRequest])
    /// Never: what comes later is delivered and pulled as it comes.
    case watch

    var requests: [ClientRequest] {
        if case .once(let requests) = self { requests } else { [] }
    }

    var isOnce: Bool { self != .watch }
}

/// How a sync behaves.
public struct SyncOptions: Hashable, Sendable {
    public var goal: SyncGoal
    /// The lanes that are pulled.
    public var lanes: [Lane]
    /// Whether a stream that went on elsewhere is recovered without asking.
    public var recovers: Bool

    public init(_ goal: SyncGoal, lanes: [Lane] = Lane.allCases, recovers: Bool = false) {
        self.goal = goal
        self.lanes = lanes
        self.recovers = recovers
    }
}
