public import Survey
public import Sync

/// Where a reader stands in a lane: a position of the project, the chain there, and how many events of the lane lie at
/// or below it.
///
/// The count makes a missing event noticeable in a lane too, whose positions have gaps where the other lane's events are.
public struct LanePlace: Hashable, Sendable {
    public let position: UInt64
    public let chain: Digest
    /// How many events of the lane have a position up to and with this one.
    public let count: UInt64

    /// Before the first event.
    public static let start = LanePlace(position: 0, chain: .zero, count: 0)

    init(position: UInt64, chain: Digest, count: UInt64) {
        self.position = position
        self.chain = chain
        self.count = count
    }
}

extension LanePlace {
    /// A place whose count follows from how many of all events are scans.
    init(lane: Lane, position: UInt64, chain: Digest, scans: UInt64) {
        self.init(position: position, chain: chain, count: lane == .scans ? scans : position - scans)
    }
}

/// Some consecutive events of a lane.
public struct LaneBatch: Hashable, Sendable {
    /// In the order of their positions.
    public let events: [StoredEvent]
    /// Where the reader stands behind them: no event of the lane between here and the place before was left out.
    public let place: LanePlace
    /// Whether the lane has no more at this time.
    public let isComplete: Bool
}
