public import Survey

/// What a walker wants of a route.
public struct RoutePreference: Hashable, Sendable {
    /// Whether to use step-free connectors alone.
    public let isStepFree: Bool
    /// m/s; greater than 0.
    public let speed: Double

    /// A person's usual pace.
    public static let usualSpeed = 1.2

    public init(isStepFree: Bool = false, speed: Double = usualSpeed) {
        precondition(speed > 0, "A walker moves.")
        self.isStepFree = isStepFree
        self.speed = speed
    }
}

/// Why there is no route.
public enum NoRoute: Error, Hashable, Sendable, CustomStringConvertible {
    /// The floor has no track to start from or to end at.
    case noTrack(FloorID)
    /// No way along tracks and connectors leads there; `isStepFree` where one with steps might.
    case unreachable(isStepFree: Bool)

    public var description: String {
        switch self {
        case .noTrack: "The floor has no tracks."
        case .unreachable(let isStepFree): isStepFree ? "No step-free way leads there." : "No track leads there."
        }
    }

    /// What a person can do about it.
    public var recovery: String? {
        switch self {
        case .noTrack: "Draw a track on that floor."
        case .unreachable(true): "Allow stairs, or add a lift."
        case .unreachable(false): "Draw the missing track, or add the connector between the floors."
        }
    }
}

extension TrackGraph {
    /// The quickest route between the track points nearest to two places (Dijkstra, Numerische Mathematik 1, 1959).
    ///
    /// - Throws: ``NoRoute`` where a floor has no track, or where nothing leads from one to the other.
    public func route(
        from start: Location,
        to goal: Location,
        preferring preference: RoutePreference = RoutePreference()
    ) throws(NoRoute) -> Route {
        guard let from = nearest(to: start) else { throw .noTrack(start.floor) }
        guard let to = nearest(to: goal) else { throw .noTrack(goal.floor) }
        if from.edge == to.edge { return straightRoute(from, to, preference) }
        guard let path = shortestPath(from: from, to: to, preferring: preference) else {
            throw .unreachable(isStepFree: preference.isStepFree)
        }
        var builder = RouteBuilder(start: from, goal: to, speed: preference.speed)
        builder.walk(to: nodes[path.first], length: partialLength(of: from, towards: path.first))
        var node = path.first
        for number in path.edges {
            let edge = edges[number]
            node = edge.end(from: node)
            switch edge.way {
            case .track, .joint, .access: builder.walk(to: nodes[node], length: edge.length)
            case .connector(let connector, let kind, _):
                builder.take(connector, kind, to: nodes[node], seconds: edge.seconds)
            }
        }
        builder.walk(to: to.location, length: partialLength(of: to, towards: node))
        return builder.route
    }

    /// Both ends on one edge: nothing is shorter than the edge itself.
    private func straightRoute(_ from: TrackPoint, _ to: TrackPoint, _ preference: RoutePreference) -> Route {
        var builder = RouteBuilder(start: from, goal: to, speed: preference.speed)
        builder.walk(to: to.location, length: from.location.point.distance(to: to.location.point))
        return builder.route
    }

    /// Metres along its edge from a track point to one of the edge's nodes.
    private func partialLength(of point: TrackPoint, towards node: Int) -> Double {
        let edge = edges[point.edge]
        return edge.length * (node == edge.from ? point.share : 1 - point.share)
    }

    /// The node at which the quickest path leaves the first edge, and the edges from there.
    private func shortestPath(
        from start: TrackPoint,
        to goal: TrackPoint,
        preferring preference: RoutePreference
    ) -> (first: Int, edges: [Int])? {
        var seconds = Array(repeating: Double.infinity, count: nodes.count)
        var arrivals: [Int?] = Array(repeating: nil, count: nodes.count)
        var queue = PriorityQueue()
        func reach(_ node: Int, after time: Double, by edge: Int?) {
            if time >= seconds[node] { return }
            seconds[node] = time
            arrivals[node] = edge
            queue.push(node, at: time)
        }
        for node in [edges[start.edge].from, edges[start.edge].to] {
            reach(node, after: partialLength(of: start, towards: node) / preference.speed, by: nil)
        }
        let exits = [edges[goal.edge].from, edges[goal.edge].to]
        var settled: Set<Int> = []
        while let (node, time) = queue.pop() {
            if time > seconds[node] || !settled.insert(node).inserted { continue }
            if exits.allSatisfy(settled.contains) { break }
            for number in incident[node] {
                let edge = edges[number]
                if case .connector(_, _, let isStepFree) = edge.way, preference.isStepFree, !isStepFree { continue }
                reach(edge.end(from: node), after: time + edge.length / preference.speed + edge.seconds, by: number)
            }
        }
        let arrivalsAtGoal = exits.map {
            (time: seconds[$0] + partialLength(of: goal, towards: $0) / preference.speed, node: $0)
        }
        guard let last = arrivalsAtGoal.min(by: { ($0.time, $0.node) < ($1.time, $1.node) }), last.time.isFinite
        else { return nil }
        var path: [Int] = []
        var node = last.node
        while let number = arrivals[node] {
            path.append(number)
            node = edges[number].end(from: node)
        }
        return (node, path.reversed())
    }
}

/// A binary heap of nodes, soonest first; of equal times the lower node, so that routes do not depend on chance.
private struct PriorityQueue {
    private var heap: [(time: Double, node: Int)] = []

    mutating func push(_ node: Int, at time: Double) {
        heap.append((time, node))
        var child = heap.count - 1
        while child > 0, heap[child] < heap[(child - 1) / 2] {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func pop() -> (node: Int, time: Double)? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            sink()
        }
        return (first.node, first.time)
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child] < heap[least] {
                least = child
            }
            if least == parent { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
