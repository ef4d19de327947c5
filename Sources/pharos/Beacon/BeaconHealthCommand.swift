import Agent
import CommandLineKit
import JSON
import Survey
import Upkeep
import Venue

/// `pharos beacon health`: what recent scans say of the beacons.
struct BeaconHealthCommand: Subcommand {
    static let name = "beacon health"
    static let summary = "Say which beacons are silent, moved, swapped or changed, as recent scans show"
    static let usage = "[--scans FILE | --since TIME]"
    static let discussion = """
        Compares the walks of the last days with what was surveyed before; or the scans of a file (docs/scans.md), with \
        or without places, with all that was surveyed. Also lists retired beacons that are heard again, contested and \
        doubly booked slots, and which empty slot an unknown beacon may hang in. It changes nothing: a person decides. \
        Exit status 1 says that something needs one.
        """
    static let options = [
        OptionSummary("--scans FILE", "Judge by these scan lines; - is standard input"),
        OptionSummary("--since TIME", "Judge by the walks since so long ago (7d)"),
    ]

    /// A week: long enough for 300 scans, short enough to be recent.
    private static let usualAge = Duration.seconds(7 * 86_400)

    private let home: HomeOption
    private let file: String?
    private let age: Duration

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        file = try arguments.takeOption("--scans")
        let since = try arguments.takeDuration("--since", in: .zero ... .seconds(10 * 365 * 86_400))
        guard file == nil || since == nil else { throw UsageError("--scans and --since exclude each other.") }
        age = since ?? Self.usualAge
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let agent = try home.open(console)
        let venue = try agent.venue()
        let now = agent.now
        let boundary = file == nil ? now.advanced(byMilliseconds: -age.components.seconds * 1_000) : .distantFuture
        let material = try agent.upkeepMaterial(of: venue, since: boundary)
        let scans = try file.map { try FileScans.read($0, in: venue, at: now, console) } ?? material.scans
        if material.matrix.places.isEmpty {
            console.warn("pharos: Nothing was surveyed before the scans that are judged; --since names another age.")
        }
        let vacant = Set(venue.liveSlots.filter { venue.assignments.current(of: $0.id) == nil }.map(\.id))
        let report = HealthReport(
            scans.map { $0.slots(material.matrix, venue) },
            against: material.matrix,
            vacant: vacant
        )
        let conflicts = venue.conflicts.filter { conflict in
            switch conflict.kind {
            case .contestedSlot, .doubleBooking, .retiredWhileReplaced, .contraryDecisions: true
            case .field, .removedWhileEdited: false
            }
        }
        let told = HealthWords(report: report, conflicts: conflicts.map(venue.words), venue: venue)
        console.answer(told.json, told.text)
        return report.isHealthy && conflicts.isEmpty ? .success : .failure
    }
}
