import CommandLineKit
import Radio

/// `--source` and `--pace`: where advertisements come from, and how fast.
struct SourceOptions {
    static let summaries =
        [
            OptionSummary(
                "--source SOURCE",
                "An adapter such as hci0 (the default), a capture, JSON lines, or - for a pipe"
            ),
            OptionSummary(
                "--pace PACE",
                "A recording's pace: none, original, or how many times faster; a pipe: as it comes"
            ),
        ] + AdapterOptions.summaries

    /// How fast a recording is read.
    enum Pace: Equatable {
        /// As fast as it goes.
        case unpaced
        /// So many times as fast as it was recorded.
        case times(Double)
    }

    let name: String
    /// How an adapter scans, where the source is one.
    let settings: ScanSettings
    private let pace: Pace?

    init(_ arguments: inout Arguments) throws(UsageError) {
        name = try arguments.takeOption("--source") ?? "hci0"
        settings = try AdapterOptions(&arguments).settings
        switch try arguments.takeOption("--pace") {
        case nil: pace = nil
        case "none": pace = Pace.unpaced
        case "original": pace = .times(1)
        case let text?:
            guard let factor = Double(text.hasSuffix("x") ? String(text.dropLast()) : text),
                (0.01...10_000).contains(factor)
            else {
                throw UsageError.invalidValue(text, of: "--pace", expected: "none, original, or a factor such as 10")
            }
            pace = .times(factor)
        }
    }

    /// The adapter's number; nil where the source is a recording.
    var adapter: UInt16? {
        guard name.hasPrefix("hci"), let number = UInt16(name.dropFirst(3)), "hci\(number)" == name else { return nil }
        return number
    }

    /// Whether what is heard comes as it happens: from an adapter, or on a pipe that nobody paces.
    var isLive: Bool { adapter != nil || name == "-" && pace == nil }

    /// The pace of reading; a live source goes with the clock.
    var effectivePace: Pace { isLive ? .times(1) : pace ?? .unpaced }

    /// Opens a recording or a pipe.
    func openRecording(longestGap: Int64 = RecordedSource.longestGap) throws -> RecordedSource {
        guard isLive else { return try RecordedSource(name, longestGap: longestGap) }
        let begun = ContinuousClock.now
        return try RecordedSource(name, arrival: { begun.duration(to: .now).milliseconds }, longestGap: longestGap)
    }
}

extension Duration {
    /// Whole milliseconds, rounded down.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    }
}

/// Lets the moments of a source come at its pace.
struct Metronome {
    private let pace: SourceOptions.Pace
    private let begun = ContinuousClock.now
    private let start: Int64

    init(_ pace: SourceOptions.Pace, from start: Int64) {
        self.pace = pace
        self.start = start
    }

    /// Returns at the moment `time` of the source, or at once where it has no pace.
    func wait(until time: Int64) async throws {
        try Task.checkCancellation()
        guard case .times(let factor) = pace else { return }
        let due = begun.advanced(by: .milliseconds(Int64(Double(time - start) / factor)))
        try await ContinuousClock().sleep(until: due)
    }
}
