public import Survey
public import Venue

/// The drawn tracks of a venue as one network: joined where they cross, and from floor to floor by connectors.
///
/// Routes run along it and nowhere else: a line across a plan may lead through a wall.
public struct TrackGraph: Sendable {
    /// How near two tracks must come to count as joined, in metres.
    public static let tolerance = 0.5
    /// How far a connector's landing may lie from the nearest track, in metres.
    public static let maximumLandingDistance = 10.0

    /// Where edges meet.
    private(set) var nodes: [Location] = []
    private(set) var edges: [Edge] = []
    /// The edges of each node.
    private(set) var incident: [[Int]] = []

    /// Joins tracks and connectors into a network.
    ///
    /// - Parameters:
    ///   - ordinals: The height order of the floors; tracks and landings of other floors are left out.
    ///   - tracks: What can be walked.
    ///   - connectors: The ways between floors.
    public init(ordinals: [FloorID: Int32], tracks: [TrackCourse], connectors: [ConnectorAdded]) {
        var builder = TrackGraphBuilder(ordinals: ordinals)
        for track in tracks.sorted(by: { $0.track < $1.track }) { builder.add(track) }
        builder.joinTracks()
        for connector in connectors.sorted(by: { $0.connector < $1.connector }) { builder.add(connector) }
        (nodes, edges) = builder.finish()
        incident = Array(repeating: [], count: nodes.count)
        for (number, edge) in edges.enumerated() {
            incident[edge.from].append(number)
            incident[edge.to].append(number)
        }
    }

    /// The network of a venue's live floors, tracks and connectors.
    public init(_ venue: Venue) {
        self.init(
            ordinals: Dictionary(uniqueKeysWithValues: venue.liveFloors.map { ($0.id, $0.ordinal) }),
            tracks: venue.liveTracks.map {
                TrackCourse(track: $0.id, floor: $0.floor, name: $0.name, points: $0.points)
            },
            connectors: venue.liveConnectors.map {
                ConnectorAdded(
                    connector: $0.id,
                    kind: $0.kind,
                    landings: $0.landings,
                    cost: $0.cost,
                    isStepFree: $0.isStepFree
                )
            }
        )
    }

    /// The point of a track that is nearest to a place, on its floor; nil where the floor has no track.
    public func nearest(to place: Location) -> TrackPoint? {
        var best: TrackPoint?
        for (number, edge) in edges.enumerated() {
            guard case .track(let track) = edge.way, nodes[edge.from].floor == place.floor else { continue }
            let segment = Segment(from: nodes[edge.from].point, to: nodes[edge.to].point)
            let share = segment.share(nearest: place.point)
            let point = segment.point(at: share)
            let distance = point.distance(to: place.point)
            if distance < best?.distance ?? .infinity {
                let location = Location(floor: place.floor, point: point)
                best = TrackPoint(track: track, location: location, distance: distance, edge: number, share: share)
            }
        }
        return best
    }

    /// A way between two nodes, in both directions.
    struct Edge: Hashable {
        let from: Int
        let to: Int
        let way: Way
        /// Metres walked; 0 aboard a connector.
        let length: Double
        /// Seconds besides walking.
        let seconds: Double

        /// The node at the other end.
        func end(from node: Int) -> Int { node == from ? to : from }
    }

    /// What an edge runs along.
    enum Way: Hashable {
        case track(TrackID)
        /// From one track to another that comes within the tolerance.
        case joint
        /// Between a track and a landing.
        case access
        case connector(ConnectorID, ConnectorKind, isStepFree: Bool)
    }
}

/// A point of a track, and how far it is from where somebody asked.
public struct TrackPoint: Hashable, Sendable {
    public let track: TrackID
    public let location: Location
    /// Metres.
    public let distance: Double
    let edge: Int
    /// The share of the edge, 0…1 from its first node.
    let share: Double
}
