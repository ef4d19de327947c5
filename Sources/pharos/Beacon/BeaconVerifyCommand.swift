import Agent
import CommandLineKit
import JSON
import Survey
import Upkeep
import Venue

/// `pharos beacon verify`: measures how loud a new beacon is beside its slot's prints.
struct BeaconVerifyCommand: Subcommand {
    static let name = "beacon verify"
    static let summary = "Measure a new beacon against its slot's prints: points to visit, progress, verdict"
    static let usage = "SLOT [--scans FILE] [--dry-run]"
    static let discussion = """
        Stand about a second at each of the points that it lists, with a walk running, or hand in scans with their \
        places (docs/scans.md). Scans since the beacon was hung count, those of others too once they are synced. The \
        verdict is verified, rejected (does it hang at this slot?) or unsure: then go on, up to 40 points. Verified and \
        rejected are recorded. Exit status 0 is verified, 1 anything else.
        """
    static let options = [
        OptionSummary("--scans FILE", "Scan lines with their places, besides those of the log; - is standard input"),
        WritingOptions.dryRun,
    ]

    private let writing: WritingOptions
    private let label: String
    private let file: String?

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        file = try arguments.takeOption("--scans")
        label = try arguments.takeWord("the slot")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        var verdict: OffsetVerdict?
        let status = try writing.write(console) { agent in
            let venue = try agent.venue()
            let slot = try venue.slot(called: label)
            let beacon = try venue.beacon(in: slot)
            guard beacon.replaced != nil || beacon.offset.source != .reference else {
                throw NameError(
                    description: "\(beacon.identity) is what the prints of “\(slot.label)” were taken with.",
                    recovery: "There is nothing to verify until it is replaced, reconfigured or moved."
                )
            }
            let material = try agent.upkeepMaterial(of: venue, since: beacon.from)
            let read = try file.map { try FileScans.read($0, in: venue, at: agent.now, console) } ?? []
            var walk = VerificationWalk(slot: slot.id, assignment: beacon.id, matrix: material.matrix)
            var walked: WalkID?
            for scan in material.scans + read where walk.add(scan.slots(material.matrix, venue)) {
                walked = scan.walk ?? walked
            }
            verdict = walk.estimate?.verdict
            return change(walk, of: beacon, in: slot, venue, walked)
        }
        return status == .success && verdict != .verified ? .failure : status
    }

    private func change(
        _ walk: VerificationWalk,
        of beacon: Assignment,
        in slot: Slot,
        _ venue: Venue,
        _ walked: WalkID?
    ) -> WritingOptions.Change {
        let isUnsure = walk.estimate?.verdict == .unsure
        let points = walk.points(
            isUnsure ? VerificationWalk.mostPoints : VerificationWalk.usualPoints,
            around: slot.position?.point,
            on: slot.floor
        )
        let events = walk.estimate.flatMap { estimate -> [SurveyEvent]? in
            guard estimate.verdict != .unsure else { return nil }
            let offset = min(max(estimate.offset, -40), 40)
            let event = OffsetVerified(
                assignment: beacon.id,
                offset: offset,
                confidence: estimate.confidence,
                deviation: estimate.deviation,
                correlation: estimate.correlation,
                readings: UInt32(estimate.readings),
                points: UInt32(estimate.points),
                verdict: estimate.verdict,
                walk: walked
            )
            return [.offsetVerified(event)]
        }
        return WritingOptions.Change(
            events: events ?? [],
            json: [
                "estimate": walk.estimate?.json ?? .null, "identity": .string("\(beacon.identity)"),
                "label": .string(slot.label), "points": .array(points.map { $0.json(venue) }),
                "visited": JSONValue(points.count { $0.isVisited }),
            ],
            text: text(walk.estimate, points, of: beacon, in: slot, venue)
        )
    }

    private func text(
        _ estimate: OffsetEstimate?,
        _ points: [VerificationPoint],
        of beacon: Assignment,
        in slot: Slot,
        _ venue: Venue
    ) -> String {
        let left = points.filter { !$0.isVisited }
        let listed = left.map { point in
            let floor = venue.floors[point.place.floor]?.name ?? "\(point.place.floor)"
            return "  \(floor) \(point.place.point.words)"
        }
        let progress = "\(points.count - left.count) of \(points.count) points visited."
        guard let estimate else {
            if points.isEmpty {
                return "“\(slot.label)” was never heard where others were: there is nothing to compare "
                    + "\(beacon.identity) with."
            }
            return (["\(beacon.identity) was not heard yet. Stand about a second at each of these points:"] + listed)
                .joined(separator: "\n")
        }
        let measured =
            "\(beacon.identity) is \(estimate.offset.signed) dB beside the prints of “\(slot.label)”, "
            + "± \(estimate.confidence.short) dB (\(estimate.readings) readings at \(estimate.points) points, "
            + "correlation \(estimate.correlation.short))"
        switch estimate.verdict {
        case .verified: return "Verified: \(measured)."
        case .rejected: return "Rejected: \(measured). Does it hang at “\(slot.label)”?"
        case .unsure: return (["Unsure: \(measured). \(progress) Go on:"] + listed).joined(separator: "\n")
        }
    }
}

extension OffsetEstimate {
    fileprivate var json: JSONValue {
        [
            "confidence": .number(confidence.rounded(3)), "correlation": .number(correlation.rounded(3)),
            "deviation": .number(deviation.rounded(3)), "offset": .number(offset.rounded(3)),
            "points": JSONValue(points), "readings": JSONValue(readings), "verdict": .string(verdict.word),
        ]
    }
}

extension OffsetVerdict {
    /// What people call it.
    var word: String {
        switch self {
        case .verified: "verified"
        case .unsure: "unsure"
        case .rejected: "rejected"
        }
    }
}

extension VerificationPoint {
    fileprivate func json(_ venue: Venue) -> JSONValue {
        [
            "floor": .string(venue.floors[place.floor]?.name ?? "\(place.floor)"), "visited": .bool(isVisited),
            "x": .number(place.point.x.rounded(3)), "y": .number(place.point.y.rounded(3)),
        ]
    }
}
