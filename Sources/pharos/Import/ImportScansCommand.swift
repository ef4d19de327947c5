import Agent
import CommandLineKit
import Formats
import Survey
import Venue

/// `pharos import scans`: scan lines as a survey.
struct ImportScansCommand: Subcommand {
    static let name = "import scans"
    static let summary = "Import scan lines as a survey"
    static let usage = "FILE [--format FORMAT] [--register RULE] [--identity POLICY] [--part N/M] [--dry-run]"
    static let discussion = """
        FILE holds lines as docs/scans.md describes them, - is standard input. Floors and slots that the project lacks are \
        made, and a walk for each walk of the file. A line that cannot be read stops the import before anything is written.
        """
    static let options =
        [
            OptionSummary("--format FORMAT", "lines (default), hulop, find3, anyplace or anyplace-map"),
            OptionSummary("--addresses FILE", "Which beacon each address of Anyplace's formats stands for"),
            OptionSummary("--floor FLOOR", "The project's floor, with an anchor, of --format anyplace-map"),
            OptionSummary(
                "--register RULE",
                "What becomes a slot: automatic, heard, recurring (in two walks an hour apart) or none"
            ),
            OptionSummary(
                "--identity POLICY",
                "How the project tells beacons apart from now on: frame, address or frame-and-address"
            ),
        ] + ImportOptions.summaries

    private static let policies: [(name: String, policy: IdentityPolicy)] = [
        ("frame", .frame), ("address", .address), ("frame-and-address", .frameAndAddress),
    ]

    private let options: ImportOptions
    private let registration: Registration
    private let policy: IdentityPolicy?
    private let format: String
    private let side: String?
    private let floor: String?
    private let file: String

    init(_ arguments: inout Arguments) throws(UsageError) {
        options = try ImportOptions(&arguments)
        let rule = try arguments.takeChoice("--register", of: Registration.allCases.map(\.rawValue))
        registration = rule.flatMap(Registration.init) ?? .automatic
        let name = try arguments.takeChoice("--identity", of: Self.policies.map(\.name))
        policy = Self.policies.first { $0.name == name }?.policy
        format =
            try arguments.takeChoice("--format", of: ["lines", "hulop", "find3", "anyplace", "anyplace-map"]) ?? "lines"
        side = try arguments.takeOption("--addresses")
        floor = try arguments.takeOption("--floor")
        guard (floor != nil) == (format == "anyplace-map") else {
            throw UsageError("--format anyplace-map needs --floor, and no other format takes it.")
        }
        file = try arguments.takeWord("the file of scan lines")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try options.write(console, file == "-" ? "standard input" : file) { venue in
            let content = try FileContents.read(file)
            let survey = ScanSurvey(try scans(in: content, for: venue), policy: policy ?? venue.identityPolicy)
            let recorded = try survey.recorded(
                digest: LocalAgent.hashing.sha256(content),
                registering: registration,
                setting: policy == venue.identityPolicy ? nil : policy
            )
            let floors = venue.liveFloors.map { ($0.name, $0.id) }
            let existing = ExistingThings(
                floors: Dictionary(floors) { first, _ in first },
                identities: policy == nil || policy == venue.identityPolicy ? Set(venue.identities.identities) : [],
                identityPolicy: venue.identityPolicy
            )
            let ids = ImportIdentifiers(project: venue.id, hashing: LocalAgent.hashing)
            return recorded.survey(part: options.part, existing: existing, ids: ids)
        }
    }

    private func scans(in content: [UInt8], for venue: Venue) throws -> [ScanLine] {
        let addresses = try side.map { path in
            try PseudoAddress(FileContents.read(path), path: path, hashing: LocalAgent.hashing)
        }
        switch format {
        case "hulop": return try HULOPTraining.scans(content, path: file)
        case "find3": return try Find3File.scans(content, path: file)
        case "anyplace-map":
            let map = try AnyplaceRadioMap(content, path: file)
            let floor = try venue.floor(called: floor ?? "")
            guard let anchor = floor.anchor else {
                throw UsageError("The floor “\(floor.name)” is nowhere on Earth: pharos floor calibrate anchors it.")
            }
            return map.scans(on: floor.name, anchor: anchor, addresses: addresses)
        case "anyplace":
            return try AnyplaceLog.scans(
                content,
                path: file,
                floors: venue.anyplaceFloors,
                addresses: addresses
            )
        default: return try ScanReader.scans(of: content)
        }
    }
}
