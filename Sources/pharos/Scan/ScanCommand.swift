import Agent
import CommandLineKit
import JSON
import Radio
import Survey
import Venue

/// `pharos scan`: what a radio, a capture or a pipe hears.
struct ScanCommand: Subcommand {
    static let name = "scan"
    static let summary = "Show the beacons that an adapter, a capture or a pipe hears"
    static let usage =
        "[--source SOURCE] [--json] [--every 1s | --count | --self-test 100ms] [--record FILE] [--for TIME]"
    static let discussion = """
        On a terminal it shows a live table; else, or when it ends, what was heard of each beacon in all. With --json each \
        beacon frame is a line; with --every, each tick is a line with the list of beacons heard then, empty where there \
        are none; with --count, the end is one line. With an installation, slotId says where a beacon hangs. docs/radio.md \
        describes sources, keys, adapters and the permissions that they need.
        """
    static let options =
        SourceOptions.summaries + [
            OptionSummary("--every TIME", "Answer with the beacons heard at each tick"),
            OptionSummary("--count", "Answer with the totals alone"),
            OptionSummary(
                "--self-test TIME",
                "Say whether beacons that send every TIME are heard as often as they should"
            ),
            OptionSummary("--record FILE", "Write what is heard to a btsnoop file"),
            OptionSummary("--for TIME", "Stop after so long"),
        ]

    private let source: SourceOptions
    private let home: HomeOption
    private let every: Duration?
    private let isCount: Bool
    private let selfTest: Duration?
    private let record: String?
    private let limit: Duration?

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        source = try SourceOptions(&arguments)
        every = try arguments.takeDuration("--every", in: .milliseconds(100) ... .seconds(3_600))
        isCount = arguments.takeFlag("--count")
        selfTest = try arguments.takeDuration("--self-test", in: .milliseconds(20) ... .seconds(11))
        record = try arguments.takeOption("--record")
        let given = try arguments.takeDuration("--for", in: .milliseconds(100) ... .seconds(366 * 86_400))
        limit = given ?? (selfTest != nil && source.isLive ? .seconds(10) : nil)
        try arguments.finish()
        if isCount, every != nil { throw UsageError("--every and --count exclude each other.") }
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let slots = try home.isGiven(console) ? SlotNames(home.open(console).venue()) : SlotNames()
        let recording = try record.map { try CaptureRecording(path: $0) }
        let form: ScanSession.Form =
            if let selfTest {
                .selfTest(interval: Double(selfTest.milliseconds))
            } else if isCount {
                .totals
            } else if let every {
                .rangings(every.milliseconds)
            } else {
                console.answersInJSON ? .frames : .table
            }
        return try await source.withSource { opened in
            var session = ScanSession(
                console: console,
                slots: slots,
                recording: recording,
                form: form,
                limit: limit?.milliseconds
            )
            try await session.run(opened, pace: source.effectivePace)
            return session.isUnreadable ? .data : session.isSound ? .success : .failure
        }
    }
}
