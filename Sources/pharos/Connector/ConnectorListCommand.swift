import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos connector list`: the ways between floors, by kind and floors.
struct ConnectorListCommand: Subcommand {
    static let name = "connector list"
    static let summary = "List the ways between floors"
    static let usage = ""

    private let home: HomeOption

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let venue = try home.open(console).venue()
        let labelled = venue.liveConnectors.map { (venue.label(of: $0), $0) }
        for (label, connector) in labelled.sorted(by: { ($0.0, $0.1.id) < ($1.0, $1.1.id) }) {
            let landings = connector.landings.map { landing -> JSONValue in
                [
                    "floor": JSONValue(venue.floors[landing.floor]?.name),
                    "x": JSONValue(landing.point.x),
                    "y": JSONValue(landing.point.y),
                ]
            }
            console.answer(
                [
                    "connector": .string("\(connector.id)"),
                    "cost": JSONValue(connector.cost),
                    "kind": .string(connector.kind.noun),
                    "label": .string(label),
                    "landings": .array(landings),
                    "stepFree": .bool(connector.isStepFree),
                ],
                "\(label)  (\(connector.cost) s per floor\(connector.isStepFree ? ", step-free" : ""))"
            )
        }
        return .success
    }
}
