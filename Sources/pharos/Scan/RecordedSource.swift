import Formats
import JSON
import Radio

/// A capture or JSON lines, from a file or from standard input.
///
/// The first bytes say which. A recording has the clock of its packets; what arrives on a pipe, the moments it came.
struct RecordedSource: ScanSource {
    private let file: ByteStream
    private let name: String
    /// The moment of now, where packets count from their arrival; nil where they count from their own times.
    private let arrival: (() -> Int64)?
    private var decoder = Decoder.unknown([])
    private var reader = AdvertisementReader()
    private var clock: SourceClock
    /// What was decoded and not handed over yet, from `next` on.
    private var waiting: [(time: Int64, news: ScanNews)] = []
    private var next = 0
    private var isAtEnd = false

    /// Whether the very first packet could not be read, nor anything behind it.
    private(set) var isUnreadable = false
    let start: Int64 = 0
    var tally: ScanTally { reader.tally }

    /// As many bytes as it takes to tell one format from another.
    private static let sniffedSize = 512
    /// Milliseconds of silence that are played as they are: longer than any region's time-out.
    static let longestGap: Int64 = 600_000

    private enum Decoder {
        case unknown([UInt8])
        case capture(any CaptureReader)
        case lines(JSONLines)
    }

    /// Opens a file, or standard input for `-`; `longestGap` shortens silences, in milliseconds.
    init(_ path: String, arrival: (() -> Int64)? = nil, longestGap: Int64 = Self.longestGap) throws {
        file = try ByteStream(path: path)
        name = path == "-" ? "Standard input" : path
        self.arrival = arrival
        clock = SourceClock(longestGap: longestGap)
    }

    mutating func hear(until time: Int64, _ take: (ScanNews) throws -> Void) throws -> Bool {
        while true {
            while next < waiting.count, waiting[next].time <= time {
                try take(waiting[next].news)
                next += 1
            }
            if next < waiting.count { return true }
            waiting.removeAll(keepingCapacity: true)
            next = 0
            if isAtEnd { return false }
            switch try file.read(waiting: arrival == nil) {
            case .bytes(let bytes): try decode(bytes)
            case .nothingYet: return true
            case .end: try finish()
            }
        }
    }

    private mutating func decode(_ bytes: [UInt8]) throws {
        switch decoder {
        case .unknown(let before):
            let start = before + bytes
            decoder = .unknown(start)
            try settle(start, isAll: false)
        case .capture(var capture):
            let (packets, problem) = capture.read(bytes)
            decoder = .capture(capture)
            for packet in packets { file(packet) }
            if let problem { stop(problem) }
        case .lines(var lines):
            for line in lines.feed(bytes) { file(line) }
            decoder = .lines(lines)
        }
    }

    /// Tells the format by the first bytes, and decodes them; waits for more where they do not tell yet.
    private mutating func settle(_ start: [UInt8], isAll: Bool) throws {
        // What may stand in front of text: a byte order mark, and white space.
        let first = start.first { ![0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            decoder = .lines(JSONLines())
        } else if let format = CaptureFormat(firstBytes: Array(start.prefix(Self.sniffedSize))) {
            decoder = .capture(format.makeReader())
        } else if isAll || start.count >= Self.sniffedSize {
            throw SourceError.unknownFormat(name: name)
        } else {
            return
        }
        try decode(start)
    }

    private mutating func finish() throws {
        isAtEnd = true
        if case .unknown(let start) = decoder {
            guard !start.isEmpty else { return }
            try settle(start, isAll: true)
        }
        switch decoder {
        case .unknown: break
        case .capture(var capture):
            let (packets, problems) = capture.finish()
            for packet in packets { file(packet) }
            for problem in problems { tell(problem) }
            let rest = reader.finish()
            guard !rest.isEmpty else { return }
            let time = now(nil)
            append(.packet(CapturedPacket(time: nil, content: .linkLayer([], rssi: nil)), rest, at: time), at: time)
        case .lines(var lines): if let line = lines.finish() { file(line) }
        }
    }

    /// Nothing behind this can be read: what came before it counts.
    private mutating func stop(_ problem: CaptureProblem) {
        tell(problem)
        isAtEnd = true
        isUnreadable = reader.tally.packets == 0
    }

    private mutating func tell(_ problem: CaptureProblem) {
        reader.note(problem)
        append(.notice("\(name): \(problem)"), at: now(nil))
    }

    private mutating func file(_ packet: CapturedPacket) {
        let time = now(packet.time)
        append(.packet(packet, reader.read(packet), at: time), at: time)
    }

    private mutating func file(_ line: JSONLines.Element) {
        do throws(ScanLineError) {
            let ranging = try RangingLine(json: line.document.get(), line: line.line)
            reader.note(reports: ranging.hearings.count)
            let time = now(ranging.time.map { $0.multipliedReportingOverflow(by: 1_000).partialValue })
            append(.hearings(ranging.hearings, stamp: ranging.time, at: time), at: time)
        } catch {
            reader.note(.malformedLine(number: error.line))
            append(.notice("\(name): \(error)"), at: now(nil))
        }
    }

    private mutating func now(_ stamp: Int64?) -> Int64 { arrival?() ?? clock.time(of: stamp) }

    private mutating func append(_ news: ScanNews, at time: Int64) { waiting.append((time, news)) }
}
