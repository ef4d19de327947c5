import Agent
import CommandLineKit
import EdgeLog
import Formats
import JSON
import Pictures
import Survey
import Venue

/// `pharos floor plan`: the picture of a floor.
struct FloorPlanCommand: Subcommand {
    static let name = "floor plan"
    static let summary = "Attach a floor plan, a PNG file"
    static let usage = "FLOOR FILE [--dry-run]"
    static let options = [WritingOptions.dryRun]

    /// The largest plan that an event may name, in bytes.
    private static let maximumSize = 64 << 20

    private let writing: WritingOptions
    private let floorName: String
    private let file: String

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        floorName = try arguments.takeWord("the floor")
        file = try arguments.takeWord("the plan, a PNG file")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let floor = try agent.venue().floor(called: floorName)
            let bytes = try FileContents.read(file, limit: Self.maximumSize)
            let header = try PNGHeader(bytes)
            let hash = writing.isDryRun ? LocalAgent.hashing.sha256(bytes) : try agent.log.keepBlob(bytes)
            let event = FloorPlanAttached(
                floor: floor.id,
                blob: hash,
                byteCount: UInt64(bytes.count),
                mediaType: .png,
                width: header.width,
                height: header.height
            )
            return WritingOptions.Change(
                events: [.floorPlanAttached(event)],
                json: [
                    "blob": .string("\(hash)"),
                    "bytes": JSONValue(bytes.count),
                    "floor": .string("\(floor.id)"),
                    "height": JSONValue(header.height),
                    "name": .string(floor.name),
                    "width": JSONValue(header.width),
                ],
                text: "Attached a plan of \(header.width) × \(header.height) pixels to the floor “\(floor.name)”."
            )
        }
    }
}
