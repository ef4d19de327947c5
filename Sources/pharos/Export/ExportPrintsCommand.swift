import Agent
import CommandLineKit
import Crypto
import Fingerprints
import Formats
import JSON
import Survey
import Venue

/// `pharos export prints`: the fingerprints of everything that is here.
struct ExportPrintsCommand: Subcommand {
    static let name = "export prints"
    static let summary = "Write the fingerprints, as a table, as JSON or as Anyplace's radio map"
    static let usage = "[--json | --format anyplace --floor FLOOR [--addresses FILE]]"
    static let discussion = """
        The table (CSV) is for spreadsheets. The JSON document holds the whole index: pharos import prints reads it back, \
        pharos locate locates by it. An installation without scans of its own writes the prints that it imported.
        """
    static let options = [
        OptionSummary("--format FORMAT", "table (default) or anyplace: the radio map of a floor that has an anchor"),
        OptionSummary("--floor FLOOR", "The floor of the radio map"),
        OptionSummary("--addresses FILE", "Write which beacon each address of the radio map stands for"),
    ]

    private let home: HomeOption
    private let floor: String?
    private let side: String?

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        let format = try arguments.takeChoice("--format", of: ["table", "anyplace"])
        floor = try arguments.takeOption("--floor")
        side = try arguments.takeOption("--addresses")
        guard (format == "anyplace") == (floor != nil), side == nil || floor != nil else {
            throw UsageError("--format anyplace needs --floor; --floor and --addresses are of that format alone.")
        }
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let agent = try home.open(console)
        let venue = try agent.venue()
        let own = try agent.fingerprints(of: venue)
        let imported = own.scanCount == 0 ? try KeptPrints(at: home.path(console)).read() : nil
        let document =
            imported
            ?? PrintsDocument(
                index: own,
                floors: venue.floors.mapValues(\.name),
                labels: venue.slots.mapValues(\.label),
                policy: venue.identityPolicy
            )
        console.note("Digest of the index: \(document.index.digest(with: SHA256()))")
        guard let name = floor else {
            console.answer(document.json, String(document.table.dropLast()))
            return .success
        }
        let floor = try venue.floor(called: name)
        guard let anchor = floor.anchor else {
            throw UsageError("The floor “\(floor.name)” is nowhere on Earth: pharos floor calibrate anchors it.")
        }
        var addresses = PseudoAddress(hashing: LocalAgent.hashing)
        let map = AnyplaceRadioMap(of: document, floor: floor.id, anchor: anchor, addresses: &addresses)
        if let side { try FileContents.write(addresses.json.utf8 + [UInt8(ascii: "\n")], to: side) }
        console.print(String(map.text.dropLast()))
        return .success
    }
}
