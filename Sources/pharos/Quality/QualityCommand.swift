import Agent
import CommandLineKit
import Fingerprints
import FoundationEssentials
import JSON
import Positioning
import Survey
import Venue

/// `pharos quality`: what the survey is worth.
struct QualityCommand: Subcommand {
    static let name = "quality"
    static let summary = "Say how well the survey locates, floor by floor and track by track, with advice"
    static let usage = "[--picture DIRECTORY]"
    static let discussion = """
        Leaves parts of the survey out and locates their scans by the rest. Counts the scans that are here: sync first to \
        count everybody's. With --picture it also writes a plan per floor: each point green, orange or red by its error \
        (to 2 m, to 4 m, more), grey where it is unknown.
        """
    static let options = [OptionSummary("--picture DIRECTORY", "Also draw error and coverage on the plans, as SVG")]

    private let home: HomeOption
    private let directory: String?

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        directory = try arguments.takeOption("--picture")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let agent = try home.open(console)
        let venue = try agent.venue()
        let ledger = try agent.scanLedger()
        let interpretation = Interpretation(venue)
        let index = FingerprintIndex(ledger, under: interpretation)
        let validation = CrossValidation(
            index.folds(of: ledger, under: interpretation),
            mounts: ReleaseBuilder(venue).geometry.slots
        )
        let report = QualityReport(of: index, coverage: Coverage(of: venue, in: index), validation: validation)
        tell(report, venue, console)
        if let directory { try draw(report, agent.maps(of: venue), in: directory, console) }
        return .success
    }

    private func tell(_ report: QualityReport, _ venue: Venue, _ console: Console) {
        if let choice = report.choice {
            let error = Double(choice.expectedError) / 100
            console.answer(
                [
                    "expectedError": .number(error), "metric": .string(choice.metric),
                    "neighbours": JSONValue(Int(choice.neighbours)), "part": "project",
                    "rangingShare": .number(Double(choice.rangingShare) / 100),
                ],
                "Best located by \(choice.metric)\(choice.rangingWords), with a mean error of \(error) m."
            )
        } else {
            console.answer(["part": "project"], "The survey is too small to tell how well it locates.")
        }
        for floor in report.floors {
            let name = venue.floors[floor.floor]?.name ?? "\(floor.floor)"
            tell("floor", name, floor.coverage, floor.summary, console)
        }
        for track in report.tracks {
            let name = venue.tracks[track.track]?.name ?? "\(track.track)"
            tell("track", name, track.coverage, track.summary, console)
        }
    }

    private func tell(
        _ part: String,
        _ name: String,
        _ coverage: Double?,
        _ summary: QualitySummary,
        _ console: Console
    ) {
        func rounded(_ value: Double?) -> Double? { value.map { ($0 * 100).rounded() / 100 } }
        func json(_ value: Double?) -> JSONValue { rounded(value).map { .number($0) } ?? .null }
        let errors =
            rounded(summary.meanError).map {
                "error \($0) m, 75 % within \(rounded(summary.error75) ?? $0) m, 95 % within \(rounded(summary.error95) ?? $0) m"
            } ?? "error unknown"
        let walked = coverage.map { ", \(Int(($0 * 100).rounded(.down))) % walked" } ?? ""
        let advice = summary.advice.map { "\n  \($0.rawValue)" }.joined()
        console.answer(
            [
                "advice": .array(summary.advice.map { .string($0.rawValue) }), "coverage": json(coverage),
                "error": json(summary.meanError), "error75": json(summary.error75), "error95": json(summary.error95),
                "name": .string(name), "part": .string(part), "points": JSONValue(summary.points),
                "poorPoints": JSONValue(summary.poorPoints), "slots": summary.slots.map { JSONValue($0) } ?? .null,
            ],
            "\(part) \(name): \(summary.points) points\(walked), "
                + "\(summary.slots.map(String.init) ?? "no") slots heard, \(errors)\(advice)"
        )
    }

    private func draw(
        _ report: QualityReport,
        _ maps: [FloorMap],
        in directory: String,
        _ console: Console
    ) throws {
        do {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        } catch { throw CannotWrite(path: directory) }
        for (number, map) in maps.enumerated() {
            let marks = report.points.filter { $0.floor == map.floor.id }.map { point in
                FloorMap.Mark(point: point.point, colour: Self.colour(of: point.error), title: Self.title(of: point))
            }
            let path = "\(directory)/\(number + 1)-quality.svg"
            do { try Data(map.svg(with: marks).utf8).write(to: URL(filePath: path), options: .atomic) } catch {
                throw CannotWrite(path: path)
            }
            console.note("\(path)")
        }
    }

    private static func colour(of error: Double?) -> String {
        guard let error else { return "gray" }
        return error <= 2 ? "green" : error <= 4 ? "orange" : "red"
    }

    private static func title(of point: QualityReport.PointQuality) -> String {
        let error = point.error.map { "\(($0 * 10).rounded() / 10) m" } ?? "unknown error"
        return "\(error), \(point.slots) slots"
    }
}
