internal import Survey

/// Splits tracks where they meet, and makes nodes and edges of the pieces.
struct TrackGraphBuilder {
    let ordinals: [FloorID: Int32]
    private var nodes: [Location] = []
    private var pieces: [Piece] = []
    private var links: [TrackGraph.Edge] = []

    init(ordinals: [FloorID: Int32]) { self.ordinals = ordinals }

    /// A straight piece of a track, and the nodes on it.
    private struct Piece {
        let track: TrackID
        let floor: FloorID
        let segment: Segment
        let start: Int
        let end: Int
        /// Nodes between start and end, by the share of the way.
        var splits: [(share: Double, node: Int)] = []
    }

    mutating func add(_ track: TrackCourse) {
        guard ordinals[track.floor] != nil else { return }
        var last: (point: Point, node: Int)?
        for point in track.points where point != last?.point {
            let node = addNode(track.floor, point)
            if let last {
                let segment = Segment(from: last.point, to: point)
                pieces.append(
                    Piece(track: track.track, floor: track.floor, segment: segment, start: last.node, end: node)
                )
            }
            last = (point, node)
        }
    }

    /// Joins pieces where they cross, and where an end comes within the tolerance of another piece.
    mutating func joinTracks() {
        let order = pieces.indices.sorted { pieces[$0].segment.left < pieces[$1].segment.left }
        for (place, first) in order.enumerated() {
            let reach = pieces[first].segment.right + TrackGraph.tolerance
            for second in order[(place + 1)...] {
                if pieces[second].segment.left > reach { break }
                join(first, second)
            }
        }
    }

    private mutating func join(_ first: Int, _ second: Int) {
        let (a, b) = (pieces[first], pieces[second])
        guard a.floor == b.floor, !a.segment.isFarther(than: TrackGraph.tolerance, from: b.segment) else { return }
        let isConsecutive = a.end == b.start || b.end == a.start
        if isConsecutive { return }
        if let (share, otherShare) = a.segment.crossing(with: b.segment) {
            let node = node(of: first, at: share) ?? node(of: second, at: otherShare)
            let crossing = node ?? addNode(a.floor, a.segment.point(at: share))
            split(first, at: share, with: crossing)
            split(second, at: otherShare, with: crossing)
            return
        }
        for (end, piece) in [(a.start, second), (a.end, second), (b.start, first), (b.end, first)] {
            attach(end, to: piece, within: TrackGraph.tolerance, way: .joint)
        }
    }

    /// The node at an end of a piece, where a share is that end.
    private func node(of piece: Int, at share: Double) -> Int? {
        let gap = 1e-9
        if share * pieces[piece].segment.length <= gap { return pieces[piece].start }
        if (1 - share) * pieces[piece].segment.length <= gap { return pieces[piece].end }
        return nil
    }

    /// Puts a node on a piece; where that is one of its ends, links the two.
    private mutating func split(_ piece: Int, at share: Double, with node: Int) {
        if let end = self.node(of: piece, at: share) {
            if end != node { link(end, node, .joint) }
            return
        }
        pieces[piece].splits.append((share, node))
    }

    /// Links a node with the nearest point of a piece, if that is near enough.
    private mutating func attach(_ node: Int, to piece: Int, within limit: Double, way: TrackGraph.Way) {
        let segment = pieces[piece].segment
        let share = segment.share(nearest: nodes[node].point)
        let point = segment.point(at: share)
        let gap = point.distance(to: nodes[node].point)
        guard gap <= limit else { return }
        if let end = self.node(of: piece, at: share) {
            if end != node { link(end, node, way) }
        } else if gap <= 1e-9 {
            pieces[piece].splits.append((share, node))
        } else {
            let foot = addNode(pieces[piece].floor, point)
            pieces[piece].splits.append((share, foot))
            link(foot, node, way)
        }
    }

    mutating func add(_ connector: ConnectorAdded) {
        var entrances: [(floor: FloorID, node: Int)] = []
        for landing in connector.landings where ordinals[landing.floor] != nil {
            let nearest = pieces.indices.filter { pieces[$0].floor == landing.floor }
                .map { (distance: pieces[$0].segment.distance(to: landing.point), piece: $0) }
                .min { ($0.distance, $0.piece) < ($1.distance, $1.piece) }
            guard let nearest, nearest.distance <= TrackGraph.maximumLandingDistance else { continue }
            let node = addNode(landing.floor, landing.point)
            attach(node, to: nearest.piece, within: TrackGraph.maximumLandingDistance, way: .access)
            entrances.append((landing.floor, node))
        }
        let way = TrackGraph.Way.connector(connector.connector, connector.kind, isStepFree: connector.isStepFree)
        for (index, from) in entrances.enumerated() {
            for to in entrances[(index + 1)...] where to.floor != from.floor {
                let floors = Double((Int64(ordinals[from.floor]!) - Int64(ordinals[to.floor]!)).magnitude)
                // Zones of one height still have a way between them, of one floor's cost.
                let seconds = connector.cost * max(1, floors)
                links.append(TrackGraph.Edge(from: from.node, to: to.node, way: way, length: 0, seconds: seconds))
            }
        }
    }

    /// Nodes and edges: each piece cut at its nodes, then the links.
    func finish() -> ([Location], [TrackGraph.Edge]) {
        var edges: [TrackGraph.Edge] = []
        for piece in pieces {
            var last = piece.start
            for node in piece.splits.sorted(by: { ($0.share, $0.node) < ($1.share, $1.node) }).map(\.node) + [piece.end]
            where node != last {
                edges.append(edge(last, node, .track(piece.track)))
                last = node
            }
        }
        return (nodes, edges + links)
    }

    private mutating func addNode(_ floor: FloorID, _ point: Point) -> Int {
        nodes.append(Location(floor: floor, point: point))
        return nodes.count - 1
    }

    private mutating func link(_ from: Int, _ to: Int, _ way: TrackGraph.Way) {
        links.append(edge(from, to, way))
    }

    private func edge(_ from: Int, _ to: Int, _ way: TrackGraph.Way) -> TrackGraph.Edge {
        let length = nodes[from].point.distance(to: nodes[to].point)
        return TrackGraph.Edge(from: from, to: to, way: way, length: length, seconds: 0)
    }
}

extension Segment {
    fileprivate var left: Double { min(from.x, to.x) }
    fileprivate var right: Double { max(from.x, to.x) }

    fileprivate func distance(to point: Point) -> Double {
        self.point(at: share(nearest: point)).distance(to: point)
    }
}
