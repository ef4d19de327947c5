import CommandLineKit
import JSON
import Radio
import Survey

/// One run of `pharos scan`: reads a source at its pace, and answers in the form that was asked for.
struct ScanSession {
    let console: Console
    let slots: SlotNames
    let recording: CaptureRecording?
    let form: Form
    /// Milliseconds of the source's clock after which the scan is over; nil for as long as there is something.
    let limit: Int64?

    private var nearby = NearbyBeacons()
    private var heard = HeardBeacons()
    private var table = ScanTable()
    private var status: String?
    private var selfTest = ScanSelfTest()
    /// The moments of the first and of the latest packet.
    private var heardTimes: ClosedRange<Int64>?
    /// Whether a self-test found nothing wrong; true where none was asked for.
    private(set) var isSound = true
    /// Whether the source held nothing that could be read.
    private(set) var isUnreadable = false

    /// What the answer is.
    enum Form {
        /// A table that redraws itself on a terminal, and what was heard in all.
        case table
        /// A line per beacon frame.
        case frames
        /// A line per tick of so many milliseconds.
        case rangings(Int64)
        /// One line at the end.
        case totals
        /// One line at the end: whether advertisers of an interval in milliseconds were heard as often as they should.
        case selfTest(interval: Double)

        /// Whether the answer is many lines, among which those of an adapter have their place.
        var isStream: Bool {
            switch self {
            case .table, .frames, .rangings: true
            case .totals, .selfTest: false
            }
        }
    }

    init(console: Console, slots: SlotNames, recording: CaptureRecording?, form: Form, limit: Int64?) {
        self.console = console
        self.slots = slots
        self.recording = recording
        self.form = form
        self.limit = limit
    }

    /// Milliseconds between two pictures of the table, and between two looks at a live source.
    private static let refresh: Int64 = 250

    /// Scans to the end of the source or of the time; SIGINT ends it too, with its answer.
    mutating func run(_ source: any ScanSource, pace: SourceOptions.Pace) async throws {
        var source = source
        let metronome = Metronome(pace, from: source.start)
        let end = limit.map { source.start + $0 } ?? .max
        var time = source.start
        var hasMore = true
        do {
            while hasMore && time < end {
                time = min(end, nextTick(after: time, pace: pace))
                try await metronome.wait(until: time)
                hasMore = try source.hear(until: time) { try take($0) }
                status = source.interruption
                // At the end of a recording the last tick is the one that holds the rest.
                show(at: time, source.tally)
                try recording?.flush()
            }
        } catch is CancellationError {
            try finish(source.tally, at: time)
            throw CancellationError()
        }
        isUnreadable = source.isUnreadable
        // A recording is over with its last packet, wherever the tick stands that read it.
        try finish(source.tally, at: hasMore ? time : heardTimes?.upperBound ?? time)
    }

    /// What nobody watches is read in one go.
    private func nextTick(after time: Int64, pace: SourceOptions.Pace) -> Int64 {
        if case .rangings(let period) = form { return time + period }
        return pace == .unpaced && !showsTable ? .max : time + Self.refresh
    }

    private var showsTable: Bool {
        if case .table = form { console.showsProgress } else { false }
    }

    private mutating func take(_ news: ScanNews) throws {
        switch news {
        case .packet(let packet, let advertisements, let time):
            try recording?.add(packet, advertisements, now: time * 1_000)
            heardTimes = (heardTimes?.lowerBound ?? time)...max(heardTimes?.upperBound ?? time, time)
            for advertisement in advertisements {
                if case .selfTest = form { selfTest.hear(advertisement, at: time) }
                file(advertisement.hearings(includingAddresses: slots.includesAddresses), at: time)
                guard case .frames = form else { continue }
                for frame in advertisement.frames {
                    console.print(BeaconJSON.line(frame, of: advertisement, slots: slots).description)
                }
            }
        case .hearings(let hearings, let stamp, let time):
            file(hearings, at: time)
            guard case .frames = form else { return }
            for hearing in hearings {
                console.print(BeaconJSON.line(hearing, stamp: stamp, slots: slots).description)
            }
        case .adapter(let notice, let time):
            if console.answersInJSON, form.isStream { console.print(notice.json(at: time).description) }
            if !showsTable, let words = notice.words { console.warn("pharos: \(words)") }
        case .notice(let text): console.warn("pharos: \(text)")
        }
    }

    private mutating func file(_ hearings: [Hearing], at time: Int64) {
        for hearing in hearings {
            heard.hear(hearing.identity, hearing.rssi, power: hearing.power, at: time)
            guard let rssi = hearing.rssi else { continue }
            nearby.hear(hearing.identity, rssi, power: hearing.power, at: time)
        }
    }

    private mutating func show(at time: Int64, _ tally: ScanTally) {
        switch form {
        case .rangings:
            let rows = nearby.rows(at: time)
            console.answer(
                ["t": .integer(time), "beacons": .array(rows.map { BeaconJSON.line($0, slots: slots) })],
                rows.map { "\($0.reading.identity) \($0.reading.rssi)" }.joined(separator: "  ")
            )
        case .table where showsTable:
            table.draw(ScanTable.lines(nearby.rows(at: time), tally: tally, status: status), on: console)
        case .table, .frames, .totals, .selfTest: break
        }
    }

    private static func words(_ verdict: ScanSelfTest.Verdict) -> String {
        guard verdict.expected >= 1 else {
            return "\(verdict.senders) senders, in too short a time to tell, or in a recording without times."
        }
        return "\(verdict.senders) senders; of the best one \(Int(verdict.heard)) advertisements were heard of about "
            + "\(Int(verdict.expected)): \(verdict.isSound ? "sound" : "too few, so reports are lost or merged")."
    }

    private mutating func finish(_ tally: ScanTally, at time: Int64) throws {
        try recording?.flush()
        let lines = ScanTable.summary(heard, tally)
        switch form {
        case .table: for line in lines { console.print(line) }
        case .totals:
            var total = BeaconJSON.members(of: tally)
            total["beacons"] = .array(heard.summaries.map { BeaconJSON.line($0.identity, $0.summary, slots: slots) })
            console.answer(.object(total), lines.joined(separator: "\n"))
        case .selfTest(let interval):
            let listened = heardTimes.map { max(0, time - $0.lowerBound) } ?? 0
            let verdict = selfTest.verdict(interval: interval, listened: listened)
            isSound = verdict.isSound
            console.answer(
                [
                    "sound": .bool(verdict.isSound), "senders": JSONValue(verdict.senders),
                    "expected": JSONValue(verdict.expected), "heard": JSONValue(verdict.heard),
                ],
                Self.words(verdict)
            )
        case .frames, .rangings: for line in lines.suffix(tally.problems.isEmpty ? 1 : 2) { console.note(line) }
        }
    }
}
