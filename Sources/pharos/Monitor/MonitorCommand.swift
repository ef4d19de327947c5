import Agent
import CommandLineKit
import EdgeLog
import JSON
import Radio
import Survey
import Venue

/// `pharos monitor`: tells when regions are entered and left.
struct MonitorCommand: Subcommand {
    static let name = "monitor"
    static let summary = "Tell when regions are entered and left, and run a command for it"
    static let usage = "[--source SOURCE] [--region UUID[/MAJOR[/MINOR]]]… [--command COMMAND] [--every TIME] [--plan]"
    static let discussion = """
        Watched are the project's regions, where an installation is given, and those of --region. A region is entered at \
        its first advertisement and left after a silence of 30 advertising intervals, 10 s at least; with --every, of two \
        periods. The state is kept over restarts. The command finds PHAROS_EVENT (enter, exit), PHAROS_REGION, \
        PHAROS_REGION_ID and PHAROS_TIME in its environment; one that takes longer than 5 s is cut off, and its event is \
        kept for the next run. The project's scan policy decides when an adapter listens.
        """
    static let options = SourceOptions.summaries + MonitorOptions.summaries

    private let home: HomeOption
    private let source: SourceOptions
    private let options: MonitorOptions

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        source = try SourceOptions(&arguments)
        options = try MonitorOptions(&arguments)
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let hasHome = home.isGiven(console)
        let venue = hasHome ? try home.open(console).venue() : nil
        let plan = MonitorPlan(options, venue)
        guard !plan.watched.isEmpty else {
            throw UsageError("Nothing to watch: give --region UUID, or an installation with regions.")
        }
        if options.isPlan { return plan.tell(console) }
        if !plan.fitsPhones {
            console.warn("pharos: \(plan.uuids.count) UUIDs are watched here; phones take 20 (uuid_limit_20).")
        }
        for line in plan.advice { console.note("pharos: \(line)") }
        console.note("pharos: An arrival is told within \(plan.reaction / 1_000) s.")
        let ownState = hasHome ? try home.path(console) + "/monitor.json" : nil
        let statePath = options.state ?? ownState
        let command = options.allowsNotifications ? options.command : nil
        let clock = SystemClock()
        return try await source.withSource(startsAtRest: true) { opened in
            var session = MonitorSession(
                console: console,
                plan: plan,
                policy: venue?.scanPolicy,
                place: options.place,
                command: command.map { EventCommand(text: $0, environment: console.environment) },
                statePath: statePath,
                isLive: source.isLive,
                wallClock: { clock.now().wallClock.milliseconds }
            )
            try await session.run(opened, pace: source.effectivePace)
            return .success
        }
    }
}
