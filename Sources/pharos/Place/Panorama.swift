import Places
import Survey
import Venue

/// Where a person looks from.
enum Viewpoint {
    case indoors(Floor, Point)
    case outdoors(Coordinate)
}

/// The places that a person sees from somewhere.
struct Panorama {
    /// Nearest first; each begins with its nearest place.
    let clusters: [[Sight]]

    /// A place as it is seen.
    struct Sight {
        let place: Place
        let distance: Double
        let bearing: Double
        let nearness: Nearness
    }

    init(of viewpoint: Viewpoint, in venue: Venue) {
        let sights = venue.shownPlaces.compactMap { place -> Sight? in
            guard let (distance, bearing) = Self.sight(of: place.content.location, from: viewpoint, venue) else {
                return nil
            }
            let nearness = Gate().nearness(at: distance)
            guard nearness != .far else { return nil }
            return Sight(place: place, distance: distance, bearing: bearing, nearness: nearness)
        }
        let byID = Dictionary(uniqueKeysWithValues: sights.map { ($0.place.id, $0) })
        let plane = sights.map { sight in
            // As an augmented view stands: east and north of the viewer.
            let card = ScenePosition(bearing: sight.bearing, distance: 0, height: 0)
            return (id: sight.place.id, x: card.x * sight.distance / 10, y: -card.z * sight.distance / 10)
        }
        clusters = Cluster.grouping(plane, seenFrom: (0, 0)) { $0 < $1 }.map { $0.members.compactMap { byID[$0] } }
    }

    private static func sight(
        of location: PlaceLocation,
        from viewpoint: Viewpoint,
        _ venue: Venue
    ) -> (distance: Double, bearing: Double)? {
        var target: (floor: Floor, point: Point)?
        switch location {
        case .point(let floor, let point): target = venue.floors[floor].map { ($0, point) }
        case .slot(let id):
            guard let slot = venue.slots[id], let floor = slot.floor.flatMap({ venue.floors[$0] }) else { return nil }
            target = slot.position.map { (floor, $0.point) }
        case .geographic: break
        }
        if case .indoors(let floor, let point) = viewpoint, let target, target.floor.id == floor.id {
            let north = floor.anchor?.northAngle ?? 0
            return (point.distance(to: target.point), point.bearing(to: target.point, northAngle: north))
        }
        guard let here = viewpoint.coordinate, let there = coordinate(of: location, target) else { return nil }
        return (here.distance(to: there), here.bearing(to: there))
    }

    private static func coordinate(
        of location: PlaceLocation,
        _ target: (floor: Floor, point: Point)?
    ) -> Coordinate? {
        if case .geographic(let latitude, let longitude) = location {
            return Coordinate(latitude: latitude, longitude: longitude)
        }
        return target.flatMap { target in target.floor.anchor?.coordinate(of: target.point) }
    }
}

extension Viewpoint {
    /// Where it is on Earth; nil on a floor without an anchor.
    fileprivate var coordinate: Coordinate? {
        switch self {
        case .indoors(let floor, let point): floor.anchor?.coordinate(of: point)
        case .outdoors(let coordinate): coordinate
        }
    }
}
