import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos policy identity`: how beacons are told apart.
struct PolicyIdentityCommand: Subcommand {
    static let name = "policy identity"
    static let summary = "Say how beacons are told apart: by triple, by fixed MAC, or by both"
    static let usage = "triple | mac | both [--dry-run]"
    static let discussion = """
        triple compares what a beacon says of itself (an iBeacon's UUID, major and minor); mac its fixed address, where \
        several beacons say the same; both compares both. Beacons that are not registered, and addresses that change, \
        never count for a slot, whatever the policy.
        """
    static let options = [WritingOptions.dryRun]

    private let writing: WritingOptions
    private let policy: IdentityPolicy

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        let word = try arguments.takeWord("triple, mac or both")
        guard let policy = IdentityPolicy.allCases.first(where: { $0.word == word }) else {
            throw .invalidValue(word, of: "the policy", expected: "triple, mac or both")
        }
        self.policy = policy
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let venue = try agent.venue()
            // A beacon whose identity lacks what the policy compares would count for nothing.
            let lost = venue.assignments.current.values.compactMap { venue.assignments[$0]?.identity }
                .filter { $0.key(under: policy) == nil }
                .map(\.description).sorted()
            for identity in lost {
                console.warn("pharos: \(identity) lacks what “\(policy.word)” compares: its slot is masked.")
            }
            return WritingOptions.Change(
                events: [.identityPolicySet(IdentityPolicySet(policy: policy))],
                json: ["lacking": .array(lost.map(JSONValue.string)), "policy": .string(policy.word)],
                text: "Beacons are told apart by \(policy.phrase)."
            )
        }
    }
}

/// `pharos policy scan`: when and where visitors' devices may scan.
struct PolicyScanCommand: Subcommand {
    static let name = "policy scan"
    static let summary = "Say when and where visitors' devices may scan"
    static let usage = "[--from MOMENT] [--to MOMENT] [--time-zone NAME] [--around LAT,LON --radius METRES] [--dry-run]"
    static let discussion = """
        MOMENT is UTC, such as 2026-06-12T08:00:00Z or 2026-06-12. What is left out does not limit; without any option \
        devices may always scan. The device also keeps its scanner off where it does not know whether it is near.
        """
    static let options = [
        OptionSummary("--from MOMENT", "Not before"),
        OptionSummary("--to MOMENT", "Not from then on"),
        OptionSummary("--time-zone NAME", "The venue's time zone, for people"),
        OptionSummary("--around LAT,LON", "Only around this place, in degrees"),
        OptionSummary("--radius METRES", "So far around it (3000)"),
        WritingOptions.dryRun,
    ]

    private let writing: WritingOptions
    private let policy: ScanPolicySet

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        let from = try arguments.takeMoment("--from")
        let to = try arguments.takeMoment("--to")
        if let from, let to, to <= from { throw UsageError("--to is not after --from.") }
        let centre = try arguments.takePoint("--around")
        let radius = try arguments.takeNumber("--radius", in: 1...1_000_000, unit: "m")
        guard centre != nil || radius == nil else { throw UsageError("--radius needs --around.") }
        policy = ScanPolicySet(
            from: from,
            to: to,
            timeZone: try arguments.takeOption("--time-zone"),
            geofence: centre.map { Geofence(latitude: $0.x, longitude: $0.y, radius: radius ?? 3_000) }
        )
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { _ in
            WritingOptions.Change(
                events: [.scanPolicySet(policy)],
                json: ["policy": policy.json],
                text: "Visitors' devices may scan \(policy.words)."
            )
        }
    }
}

/// `pharos policy show`: what holds.
struct PolicyShowCommand: Subcommand {
    static let name = "policy show"
    static let summary = "Say how beacons are told apart, and when and where devices may scan"
    static let usage = ""

    private let home: HomeOption

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let venue = try home.open(console).venue()
        console.answer(
            [
                "identity": .string(venue.identityPolicy.word), "scan": venue.scanPolicy?.json ?? .null,
            ],
            """
            Beacons are told apart by \(venue.identityPolicy.phrase).
            Visitors' devices may scan \(venue.scanPolicy?.words ?? "always and everywhere").
            """
        )
        return .success
    }
}

extension IdentityPolicy {
    fileprivate var word: String {
        switch self {
        case .frame: "triple"
        case .address: "mac"
        case .frameAndAddress: "both"
        }
    }

    fileprivate var phrase: String {
        switch self {
        case .frame: "what they say of themselves"
        case .address: "their fixed addresses"
        case .frameAndAddress: "what they say and their fixed addresses together"
        }
    }
}

extension ScanPolicySet {
    fileprivate var words: String {
        let dates = [from.map { "from \($0.utc)" }, to.map { "until \($0.utc)" }].compactMap { $0 }
        let fence = geofence.map { "within \(Int($0.radius)) m of \($0.latitude), \($0.longitude)" }
        let parts = dates + [fence].compactMap { $0 }
        return parts.isEmpty ? "always and everywhere" : parts.joined(separator: ", ")
    }

    fileprivate var json: JSONValue {
        [
            "from": JSONValue(from?.utc), "latitude": JSONValue(geofence?.latitude),
            "longitude": JSONValue(geofence?.longitude), "radius": JSONValue(geofence?.radius),
            "timeZone": JSONValue(timeZone), "to": JSONValue(to?.utc),
        ]
    }
}
