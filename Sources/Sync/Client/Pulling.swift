import Survey

/// The lanes that a client session reads: each goes on from its cursor, and lets the server send only so much ahead.
struct Pulling: Hashable, Sendable {
    private var lanes: [PulledLane] = []

    private struct PulledLane: Hashable {
        let lane: Lane
        /// The last position that was received.
        var position: UInt64
        /// What to grant when the oldest received batches have been applied.
        var costs: [UInt64] = []
        /// Where the lane has caught up, if that was not said yet.
        var goal: UInt64?
    }

    var isStarted: Bool { !lanes.isEmpty }

    mutating func start(_ cursors: [Cursor], projectHead: UInt64, into effects: inout [ClientEffect]) {
        for cursor in cursors {
            lanes.append(PulledLane(lane: cursor.lane, position: cursor.position, goal: projectHead))
            effects.append(.send(.pull(Pull(cursor: cursor, credit: Limits.pullCredit))))
            sayIfCaughtUp(lanes.count - 1, into: &effects)
        }
    }

    /// Has a batch applied; false where it does not continue the lane.
    mutating func receive(_ batch: EventBatch, into effects: inout [ClientEffect]) -> Bool {
        guard let index = lanes.firstIndex(where: { $0.lane == batch.lane }), batch.from == lanes[index].position,
            batch.to > batch.from, UInt64(batch.entries.count) <= batch.to - batch.from
        else { return false }
        lanes[index].position = batch.to
        lanes[index].costs.append(batch.cost)
        effects.append(.apply(batch))
        return true
    }

    /// Grants what an applied batch has freed.
    mutating func applied(_ lane: Lane, into effects: inout [ClientEffect]) {
        guard let index = lanes.firstIndex(where: { $0.lane == lane }), !lanes[index].costs.isEmpty else { return }
        effects.append(.send(.grant(lane: lane, credit: lanes[index].costs.removeFirst())))
        sayIfCaughtUp(index, into: &effects)
    }

    private mutating func sayIfCaughtUp(_ index: Int, into effects: inout [ClientEffect]) {
        guard let goal = lanes[index].goal, lanes[index].costs.isEmpty, lanes[index].position >= goal else { return }
        lanes[index].goal = nil
        effects.append(.notice(.caughtUp(lanes[index].lane)))
    }
}
