/// Places that stand too close together for one picture, shown as one.
public struct Cluster<ID: Hashable & Sendable>: Hashable, Sendable {
    /// The nearest member, then the others by distance from the viewer.
    public let members: [ID]
    /// The distance of the nearest member, in metres.
    public let distance: Double

    /// Groups places as seen from a viewer, nearest group first.
    ///
    /// In order of distance (ties by identifier), a place joins the first group whose leader is at most half as far
    /// from it as the leader is from the viewer; so groups split as the viewer comes nearer. Positions are metres in
    /// one plane; `precedes` orders identifiers at equal distance.
    public static func grouping(
        _ places: [(id: ID, x: Double, y: Double)],
        seenFrom viewer: (x: Double, y: Double),
        precedes: (ID, ID) -> Bool
    ) -> [Cluster] {
        func distance(_ a: (x: Double, y: Double), _ b: (x: Double, y: Double)) -> Double {
            let (dx, dy) = (a.x - b.x, a.y - b.y)
            return (dx * dx + dy * dy).squareRoot()
        }
        let ordered = places.map { (place: $0, distance: distance(($0.x, $0.y), viewer)) }
            .sorted { $0.distance != $1.distance ? $0.distance < $1.distance : precedes($0.place.id, $1.place.id) }
        var groups: [(leader: (x: Double, y: Double), distance: Double, members: [ID])] = []
        for (place, fromViewer) in ordered {
            let joined = groups.firstIndex { distance((place.x, place.y), $0.leader) <= $0.distance / 2 }
            if let joined {
                groups[joined].members.append(place.id)
            } else {
                groups.append(((place.x, place.y), fromViewer, [place.id]))
            }
        }
        return groups.map { Cluster(members: $0.members, distance: $0.distance) }
    }
}
