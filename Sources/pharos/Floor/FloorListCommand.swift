import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos floor list`: the floors, from the lowest up.
struct FloorListCommand: Subcommand {
    static let name = "floor list"
    static let summary = "List the floors, from the lowest up"
    static let usage = ""

    private let home: HomeOption

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let venue = try home.open(console).venue()
        for floor in venue.liveFloors {
            let plan = floor.plan.map { "\($0.width) × \($0.height) px" } ?? "no plan"
            let scale = floor.calibration.map { "\($0.metresPerPixel) m/px" } ?? "not calibrated"
            console.answer(
                [
                    "calibrated": .bool(floor.calibration != nil),
                    "floor": .string("\(floor.id)"),
                    "metresPerPixel": JSONValue(floor.metresPerPixel),
                    "name": .string(floor.name),
                    "ordinal": JSONValue(floor.ordinal),
                    "plan": JSONValue(floor.plan.map { "\($0.blob)" }),
                ],
                "\(floor.ordinal)  \(floor.name)  (\(plan), \(scale))"
            )
        }
        return .success
    }
}
