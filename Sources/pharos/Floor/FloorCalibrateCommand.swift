import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos floor calibrate`: the scale of a floor, and where on Earth it lies.
struct FloorCalibrateCommand: Subcommand {
    static let name = "floor calibrate"
    static let summary = "Say how large a floor is, and where it lies"
    static let usage = "FLOOR --scale METRES-PER-PIXEL [OPTIONS]"
    static let discussion = """
        What was drawn and recorded before stays on its pixel of the plan.
        """
    static let options = [
        OptionSummary("--scale M", "Metres per pixel of the plan"),
        OptionSummary("--rotation DEG", "From the plan's up to the frame's up, clockwise"),
        OptionSummary("--latitude DEG", "Where the origin lies, WGS 84"),
        OptionSummary("--longitude DEG", "Where the origin lies, WGS 84"),
        OptionSummary("--north DEG", "From the plan's up to north, clockwise"),
        OptionSummary("--origin X,Y", "The point of the frame that lies there; else 0,0"),
        WritingOptions.dryRun,
    ]

    private let writing: WritingOptions
    private let floorName: String
    private let scale: Double
    private let rotation: Double
    private let anchor: GeographicAnchor?

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        guard let scale = try arguments.takeNumber("--scale", in: 0.000_1...100) else {
            throw UsageError("--scale is needed: how many metres a pixel of the plan is wide.")
        }
        self.scale = scale
        rotation = try arguments.takeNumber("--rotation", in: -360...360, unit: "°") ?? 0
        let latitude = try arguments.takeNumber("--latitude", in: -90...90, unit: "°")
        let longitude = try arguments.takeNumber("--longitude", in: -180...180, unit: "°")
        let north = try arguments.takeNumber("--north", in: -360...360, unit: "°")
        let origin = try arguments.takePoint("--origin")
        switch (latitude, longitude) {
        case (let latitude?, let longitude?):
            anchor = GeographicAnchor(
                latitude: latitude,
                longitude: longitude,
                northAngle: north ?? 0,
                origin: origin ?? Point(x: 0, y: 0)
            )
        case (nil, nil) where north == nil && origin == nil: anchor = nil
        default: throw UsageError("--latitude and --longitude belong together; --north and --origin need both.")
        }
        floorName = try arguments.takeWord("the floor")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let floor = try agent.venue().floor(called: floorName)
            let event = FloorCalibrated(
                floor: floor.id,
                metresPerPixel: scale,
                rotation: rotation,
                anchor: anchor
            )
            return WritingOptions.Change(
                events: [.floorCalibrated(event)],
                json: [
                    "floor": .string("\(floor.id)"),
                    "metresPerPixel": JSONValue(scale),
                    "name": .string(floor.name),
                    "rotation": JSONValue(rotation),
                ],
                text: "A pixel of the floor “\(floor.name)” is \(scale) m wide."
            )
        }
    }
}
