import CommandLineKit
import Formats
import JSON
import Places
import Radio
import Survey

/// One run of `pharos monitor`.
struct MonitorSession {
    let console: Console
    let plan: MonitorPlan
    let policy: ScanPolicySet?
    let place: Coordinate?
    let command: EventCommand?
    let statePath: String?
    /// Whether the source hears what happens now, so that the policy of now is for it.
    let isLive: Bool
    /// Milliseconds since 1970.
    let wallClock: () -> Int64

    private var monitor = RegionMonitor(regions: [])
    private var pending: [RegionEvent] = []
    /// A receiver is at rest until the policy was asked.
    private var isResting = true
    private var hindrance: ScanHindrance?
    private var start: Int64 = 0
    /// What to add to a source's moment to have milliseconds since 1970.
    private var shift: Int64 = 0
    private var hasShift = false

    /// Milliseconds between two looks at the source and at the regions.
    private static let tick: Int64 = 250

    init(
        console: Console,
        plan: MonitorPlan,
        policy: ScanPolicySet?,
        place: Coordinate?,
        command: EventCommand?,
        statePath: String?,
        isLive: Bool,
        wallClock: @escaping () -> Int64
    ) {
        self.console = console
        self.plan = plan
        self.policy = policy
        self.place = place
        self.command = command
        self.statePath = statePath
        self.isLive = isLive
        self.wallClock = wallClock
    }

    /// Watches until the source ends, or for ever; what is known is kept whenever it changes.
    mutating func run(_ source: any ScanSource, pace: SourceOptions.Pace) async throws {
        var source = source
        start = source.start
        try await begin(at: start)
        let metronome = Metronome(pace, from: source.start)
        var time = source.start
        do {
            var hasMore = true
            while hasMore {
                time += Self.tick
                try await metronome.wait(until: time)
                switchReceiver(&source, at: time)
                var crossings: [RegionCrossing] = []
                hasMore = try source.hear(until: time) { crossings += take($0) }
                crossings += monitor.expire(at: time)
                try await tell(crossings)
            }
        } catch is CancellationError {
            try keep()
            throw CancellationError()
        }
        try keep()
    }

    /// Takes up what an earlier run knew: tells once more what is so, and runs what was cut off.
    private mutating func begin(at start: Int64) async throws {
        shift = wallClock() - start
        let kept = try statePath.map { try MonitorState(path: $0) }
        monitor = RegionMonitor(
            regions: plan.watched,
            states: MonitorState.shifted(kept?.regions ?? [:], by: -shift)
        )
        pending = kept?.pending ?? []
        await runPending()
        let crossings = monitor.expire(at: start)
        try await tell(crossings)
        for region in monitor.inside { print(event(region, "inside", at: start)) }
    }

    private mutating func take(_ news: ScanNews) -> [RegionCrossing] {
        switch news {
        case .packet(let packet, let advertisements, let time):
            // A recording has the times of its packets, not ours.
            if !isLive, !hasShift, let stamp = packet.time { (shift, hasShift) = (stamp / 1_000 - time, true) }
            guard listens(at: time) else { return [] }
            return advertisements.flatMap { $0.identities() }.flatMap { monitor.hear($0, at: time) }
        case .hearings(let hearings, let stamp, let time):
            if !isLive, !hasShift, let stamp { (shift, hasShift) = (stamp - time, true) }
            guard listens(at: time) else { return [] }
            return hearings.flatMap { monitor.hear($0.identity, at: time) }
        case .adapter(let notice, let time):
            if console.answersInJSON { console.print(notice.json(at: time).description) }
            if let words = notice.words { console.note("pharos: \(words)") }
            return []
        case .notice(let text):
            console.warn("pharos: \(text)")
            return []
        }
    }

    /// Whether what is heard at a moment counts: a pipe and a recording cannot be switched off.
    private func listens(at time: Int64) -> Bool { hindrance == nil && plan.duty?.listens(at: time - start) != false }

    /// Switches the receiver off where the policy or the cycle says so, and on again.
    private mutating func switchReceiver(_ source: inout any ScanSource, at time: Int64) {
        let reason = isLive ? policy?.reasonNotToScan(at: Timestamp(milliseconds: wallClock()), near: place) : nil
        if reason != hindrance {
            hindrance = reason
            console.note("pharos: \(reason.map { "Not scanning: \($0.words)" } ?? "The scan policy allows scanning.")")
        }
        let rests = !listens(at: time)
        guard rests != isResting else { return }
        isResting = rests
        if rests { source.rest() } else { source.wake() }
    }

    private mutating func tell(_ crossings: [RegionCrossing]) async throws {
        guard !crossings.isEmpty else { return }
        for crossing in crossings {
            let event = event(crossing.region, "\(crossing.direction)", at: crossing.time)
            print(event)
            let detail = plan.details[crossing.region]
            let isWanted = crossing.direction == .enter ? detail?.notifiesOnEntry : detail?.notifiesOnExit
            if isWanted == true { await run(event) }
        }
        try keep()
    }

    private func event(_ region: RegionID, _ word: String, at time: Int64) -> RegionEvent {
        RegionEvent(region: region, name: plan.details[region]?.name ?? "", event: word, time: time + shift)
    }

    private func print(_ event: RegionEvent) {
        console.answer(event.json, "\(event.event)  \(event.name)")
    }

    /// Hands over what an earlier run kept, up to the first that fails again; without a command it stays kept.
    private mutating func runPending() async {
        guard command != nil else { return }
        let kept = pending
        pending = []
        for (index, event) in kept.enumerated() {
            let failures = pending.count
            await run(event)
            // A command that hangs would hold up the monitor for as long as a hundred of them take.
            if pending.count > failures {
                pending = kept[(index + 1)...] + pending
                return
            }
        }
    }

    /// Runs the command; an event whose command was cut off is kept, and handed over again by the next run.
    private mutating func run(_ event: RegionEvent) async {
        guard let command else { return }
        switch await command.run(event) {
        case .done: return
        case .cutOff: console.warn("pharos: The command for “\(event.name)” took longer than 5 s and was cut off.")
        case .failed(let status): console.warn("pharos: The command for “\(event.name)” ended with status \(status).")
        case .notStarted(let reason): console.warn("pharos: The command cannot be started: \(reason).")
        }
        pending = (pending + [event]).suffix(MonitorState.capacity)
    }

    private func keep() throws(FileError) {
        guard let statePath else { return }
        var state = MonitorState()
        state.regions = MonitorState.shifted(monitor.states, by: shift)
        state.pending = pending
        try state.write(to: statePath)
    }
}

extension ScanHindrance {
    /// Why the scanner is off, for people.
    fileprivate var words: String {
        switch self {
        case .beforeEvent: "the event has not begun."
        case .afterEvent: "the event is over."
        case .placeUnknown: "the policy has an area, and --near does not say where this device is."
        case .tooFar(let distance): "the venue is \(Int(min(distance, 1e9))) m away."
        }
    }
}
