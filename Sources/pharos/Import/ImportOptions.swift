import Agent
import CommandLineKit
import EdgeLog
import Formats
import JSON
import Survey
import Venue

/// What every `pharos import` has in common: which part, into which installation, and whether to write at all.
struct ImportOptions {
    static let summaries = [
        OptionSummary("--part N/M", "Import one part of several, such as 2/3; part 1 also makes floors and beacons"),
        OptionSummary("--dry-run", "Say what would be made, and write nothing"),
    ]

    /// So many events are written in one transaction, unless a walk alone has more.
    private static let transactionSize = 2_000

    private let home: HomeOption
    private let isDryRun: Bool
    let part: ImportPart

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        isDryRun = arguments.takeFlag("--dry-run")
        let text = try arguments.takeOption("--part")
        guard let part = text.map(ImportPart.init) ?? .whole else {
            throw .invalidValue(text ?? "", of: "--part", expected: "a part such as 2/3")
        }
        self.part = part
    }

    /// Opens the installation, has the set turned into events, and writes those that are not there yet.
    ///
    /// A walk is written with all its scans or not at all, and what an earlier run wrote is not written again: so an
    /// import that was interrupted is finished by running it once more.
    func write(
        _ console: Console,
        _ source: String,
        _ survey: (Venue) throws -> ImportedSurvey
    ) throws -> ExitStatus {
        let agent = try home.open(console)
        let venue = try agent.venue()
        let imported = try survey(venue)
        let missing = imported.batches.filter { batch in !batch.contains { $0.isKnown(to: venue) } }
        let notes = imported.notes + imported.sharedFrames(underPolicyOf: venue)
        for note in notes { console.note(note) }
        if !isDryRun { try append(missing, plans: imported.plans, to: agent, console) }
        let summary = ImportSummary(counting: missing.joined())
        console.answer(
            [
                "dryRun": .bool(isDryRun),
                "made": summary.json,
                "notes": .array(notes.map(JSONValue.string)),
                "part": .string("\(part)"),
                "source": .string(source),
                "there": JSONValue(imported.batches.joined().count - summary.events),
            ],
            text(summary, of: source, alreadyThere: imported.batches.joined().count - summary.events)
        )
        return .success
    }

    private func append(
        _ batches: [[SurveyEvent]],
        plans: [ImportedPlan],
        to agent: LocalAgent,
        _ console: Console
    ) throws {
        for plan in plans { _ = try agent.log.keepBlob(plan.bytes) }
        var bar = console.progress("importing", of: batches.reduce(0) { $0 + $1.count }, unit: "events")
        defer { bar.finish() }
        var waiting: [SurveyEvent] = []
        for batch in batches {
            try Task.checkCancellation()
            if !waiting.isEmpty, waiting.count + batch.count > Self.transactionSize {
                try agent.log.append(waiting)
                bar.advance(by: waiting.count)
                waiting = []
            }
            waiting += batch
        }
        if !waiting.isEmpty { try agent.log.append(waiting) }
    }

    private func text(_ summary: ImportSummary, of source: String, alreadyThere: Int) -> String {
        let counts = summary.counts.filter { $0.count > 0 }.map { count in
            "\(count.count) \(count.count == 1 ? String(count.name.dropLast()) : count.name)"
        }
        let known = alreadyThere > 0 ? " \(alreadyThere) events were there already." : ""
        if counts.isEmpty { return "Nothing new in \(source).\(known)" }
        return "\(isDryRun ? "Would import" : "Imported") \(counts.joined(separator: ", ")) from \(source).\(known)"
    }
}

extension ImportedSurvey {
    /// Warnings of frames that several registered beacons share, as the project will tell beacons apart.
    fileprivate func sharedFrames(underPolicyOf venue: Venue) -> [String] {
        sharedFrames(policy: venue.identityPolicy, registered: venue.identities.identities)
    }
}

extension SurveyEvent {
    /// Whether the thing that this event makes is part of a venue already.
    fileprivate func isKnown(to venue: Venue) -> Bool {
        switch self {
        case .floorAdded(let event): venue.floors[event.floor] != nil
        case .slotCreated(let event): venue.slots[event.slot] != nil
        case .trackDrawn(let event): venue.tracks[event.track] != nil
        case .connectorAdded(let event): venue.connectors[event.connector] != nil
        case .placeAdded(let event): venue.places[event.place] != nil
        case .walkStarted(let event): venue.walks[event.walk] != nil
        default: false
        }
    }
}
