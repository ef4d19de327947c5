import CommandLineKit
import Formats
import Survey
import Venue

/// The walks in a file of scan lines, one after the other; one walk is in memory at a time.
struct ReplaySource: ~Copyable {
    private var reader: ScanReader
    private let venue: Venue
    private let needsPlace: Bool
    private var ahead: ScanLine?
    private var floors: [String: FloorID] = [:]

    init(_ file: String, venue: Venue, needsPlace: Bool) throws {
        reader = try ScanReader(path: file)
        self.venue = venue
        self.needsPlace = needsPlace
    }

    /// One walk of the file.
    struct Walk: WalkSource {
        let name: String?
        let receiver: String?
        fileprivate var windows: ArraySlice<WalkWindow>

        /// A window before the first one ended.
        var start: Int64 { (windows.first?.time ?? 0) - 1_000 }

        mutating func hear(until time: Int64, _ take: (WalkWindow) -> Void) -> Bool {
            while let window = windows.first, window.time <= time {
                take(window)
                windows.removeFirst()
            }
            return !windows.isEmpty
        }
    }

    /// The next walk: consecutive lines that name the same one, or all of them together; nil at the end of the file.
    ///
    /// A gap in time is skipped, so that a file of many days is no endless walk.
    mutating func nextWalk(together: Bool) throws -> Walk? {
        guard let first = try ahead ?? nextLine() else { return nil }
        ahead = nil
        var windows = [try window(first, at: first.time.milliseconds)]
        var shift: Int64 = 0
        var last = first.time.milliseconds
        while let line = try nextLine() {
            guard together || line.walk == first.walk else {
                ahead = line
                break
            }
            let step = line.time.milliseconds - last
            guard step >= 0 else { throw Self.backwards(line) }
            if step > Self.longestGap { shift += step - Self.longestGap }
            last = line.time.milliseconds
            windows.append(try window(line, at: last - shift))
        }
        return Walk(name: first.walk, receiver: first.receiver, windows: windows[...])
    }

    /// Milliseconds of silence that are walked through.
    private static let longestGap: Int64 = 10_000

    private mutating func nextLine() throws -> ScanLine? { try reader.next()?.get() }

    private mutating func window(_ line: ScanLine, at time: Int64) throws -> WalkWindow {
        guard needsPlace else {
            return WalkWindow(time: time, readings: line.readings, place: nil, heading: line.heading)
        }
        guard let name = line.floor, let point = line.point else {
            throw NameError(
                description: "The scan at \(line.time.milliseconds) ms does not say where it was heard.",
                recovery: "Give its floor, x and y, or say with --track which track was walked."
            )
        }
        let floor = try floors[name] ?? venue.floor(called: name).id
        floors[name] = floor
        return WalkWindow(time: time, readings: line.readings, place: (floor, point), heading: line.heading)
    }

    private static func backwards(_ line: ScanLine) -> NameError {
        NameError(
            description: "The scan at \(line.time.milliseconds) ms is older than the one before it.",
            recovery: "Sort the file by time, or name its walks."
        )
    }

    static func empty(_ file: String) -> NameError {
        NameError(description: "\(file) holds no scan.", recovery: "docs/scans.md describes the format.")
    }
}
