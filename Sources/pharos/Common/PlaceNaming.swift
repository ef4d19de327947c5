import CommandLineKit
import Survey
import Venue
import Wayfinding

/// Where something is, as people type it: `FLOOR:X,Y`, or the name of something that has a place.
struct PlaceWord {
    let text: String

    /// A floor and a point, where the word says them itself.
    func point(in venue: Venue) throws -> (floor: Floor, point: Point)? {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let numbers = String(text[text.index(after: colon)...])
        guard numbers.contains(",") else { return nil }
        let floor = try venue.floor(called: String(text[..<colon]))
        return (floor, try Arguments.point(numbers, "the point"))
    }

    /// Where it is: a point, a slot's mount, a place, a spot, or the middle of a track.
    func location(in venue: Venue) throws -> Location {
        if let (floor, point) = try point(in: venue) { return Location(floor: floor.id, point: point) }
        if let slot = venue.liveSlots.first(where: { $0.label == text }), let found = slot.location { return found }
        for place in venue.shownPlaces where place.content.title == text {
            switch place.content.location {
            case .point(let floor, let point): return Location(floor: floor, point: point)
            case .slot(let id): if let found = venue.slots[id]?.location { return found }
            case .geographic: continue
            }
        }
        if let spot = venue.liveSpots.first(where: { $0.name == text }) {
            return Location(floor: spot.floor, point: spot.point)
        }
        if let track = venue.liveTracks.first(where: { $0.name == text }), let point = track.middle {
            return Location(floor: track.floor, point: point)
        }
        let known = venue.shownPlaces.map(\.content.title) + venue.liveTracks.map(\.name) + venue.liveSlots.map(\.label)
        throw NameError.unknown("point, place, slot or track", text, known: known)
    }
}

extension Slot {
    fileprivate var location: Location? {
        guard let floor, let position else { return nil }
        return Location(floor: floor, point: position.point)
    }
}

extension Track {
    /// The point half way along.
    fileprivate var middle: Point? {
        var rest = length / 2
        for (start, end) in zip(points, points.dropFirst()) {
            let piece = start.distance(to: end)
            if rest <= piece, piece > 0 {
                let share = rest / piece
                return Point(x: start.x + share * (end.x - start.x), y: start.y + share * (end.y - start.y))
            }
            rest -= piece
        }
        return points.last
    }
}
