import Agent
import CommandLineKit
import Formats
import JSON
import Survey
import Venue

/// `pharos export scans`: what was surveyed, in a format of one's choice.
struct ExportScansCommand: Subcommand {
    static let name = "export scans"
    static let summary = "Write the survey's scans"
    static let usage = "[--format FORMAT] [--addresses FILE]"
    static let discussion = """
        Writes to standard output. docs/formats.md says what each format loses; how many scans do not fit is told on \
        standard error.
        """
    static let options = [
        OptionSummary("--format FORMAT", "lines (default), hulop, find3 or anyplace"),
        OptionSummary("--addresses FILE", "Write which beacon each address of --format anyplace stands for"),
    ]

    private let home: HomeOption
    private let format: String
    private let side: String?

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        format = try arguments.takeChoice("--format", of: ["lines", "hulop", "find3", "anyplace"]) ?? "lines"
        side = try arguments.takeOption("--addresses")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let agent = try home.open(console)
        let venue = try agent.venue()
        let lines = try agent.scanLines(of: venue)
        let floors = venue.liveFloors
        switch format {
        case "hulop":
            let ordinals = Dictionary(floors.map { ($0.name, $0.ordinal) }) { first, _ in first }
            let document = HULOPTraining.document(of: lines, ordinals: ordinals)
            tell(lines.count - (document.elements?.count ?? 0), console)
            console.print(document.description)
        case "find3":
            let documents = Find3File.documents(of: lines, family: venue.name ?? "pharos")
            tell(lines.count - documents.count, console)
            for document in documents { console.print(document.description) }
        case "anyplace":
            var addresses = PseudoAddress(hashing: LocalAgent.hashing)
            let log = AnyplaceLog.text(
                of: lines,
                floors: venue.anyplaceFloors,
                building: "\(venue.id)",
                addresses: &addresses
            )
            tell(log.leftOut, console)
            if let side { try FileContents.write(addresses.json.utf8 + [UInt8(ascii: "\n")], to: side) }
            console.print(String(log.text.dropLast()))
        default:
            for line in lines { console.print(line.json.description) }
        }
        return .success
    }

    private func tell(_ leftOut: Int, _ console: Console) {
        if leftOut > 0 { console.note("\(leftOut) scans have no place in this format and are left out.") }
    }
}
