import JSON
import Survey
import Venue
import Wayfinding

/// A route as people and scripts read it.
struct RouteWords {
    let route: Route
    let venue: Venue

    /// A line per instruction, and one on the whole.
    var text: String {
        var lines: [String] = []
        if route.start.distance >= 0.5 { lines.append("Go to the track, \(route.start.distance.short) m") }
        lines += route.instructions.map(words)
        if route.goal.distance >= 0.5 { lines.append("It lies \(route.goal.distance.short) m off the track") }
        lines.append("\(route.length.short) m, about \(Int(route.duration.rounded())) s")
        return lines.joined(separator: "\n")
    }

    /// Legs with their points, instructions, and what lies off the tracks.
    var json: JSONValue {
        [
            "duration": .number(route.duration.rounded(1)),
            "fromTrack": .number(route.start.distance.rounded(3)),
            "instructions": .array(route.instructions.map { .string(words($0)) }),
            "legs": .array(route.legs.map(leg)),
            "length": .number(route.length.rounded(3)),
            "toTrack": .number(route.goal.distance.rounded(3)),
        ]
    }

    private func leg(_ leg: Route.Leg) -> JSONValue {
        switch leg {
        case .walk(let floor, let points, let length):
            return [
                "floor": .string(name(floor)), "kind": .string("walk"), "length": .number(length.rounded(3)),
                "points": .array(points.map { .array([.number($0.x.rounded(3)), .number($0.y.rounded(3))]) }),
            ]
        case .take(_, let kind, let from, let to, let seconds):
            return [
                "from": .string(name(from)), "kind": .string(kind.noun), "seconds": .number(seconds.rounded(1)),
                "to": .string(name(to)),
            ]
        }
    }

    private func words(_ instruction: Instruction) -> String {
        switch instruction {
        case .go(let meters): "Go \(meters.short) m"
        case .turn(.slightlyLeft): "Bear left"
        case .turn(.left): "Turn left"
        case .turn(.slightlyRight): "Bear right"
        case .turn(.right): "Turn right"
        case .turn(.around): "Turn around"
        case .take(let kind, let floor): "Take the \(kind.noun) to floor \(name(floor))"
        case .arrive: "You are there"
        }
    }

    private func name(_ floor: FloorID) -> String { venue.floors[floor]?.name ?? "\(floor)" }
}

extension ConnectorKind {
    /// What people call it.
    fileprivate var noun: String {
        switch self {
        case .stairs: "stairs"
        case .lift: "lift"
        case .escalator: "escalator"
        }
    }
}
