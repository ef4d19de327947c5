import CommandLineKit
import Fingerprints
import JSON
import Positioning
import RecordedSets
import Survey

/// `pharos-bench positioning-speed`: how long a tracked fix takes in a large venue, and a cross-validation.
struct PositioningSpeedCommand: Subcommand {
    static let name = "positioning-speed"
    static let summary = "Time tracked fixes in a large venue, and the cross-validation of 2,000 points"
    static let usage = "[--json]"

    private static let fixes = 300

    init(_ arguments: inout Arguments) throws(UsageError) { try arguments.finish() }

    func run(_ console: Console) async throws -> ExitStatus {
        let venue = LargeVenue(points: 10_000, slots: 200, heard: 20)
        let table = PrintTable([venue.block], assignments: venue.assignments)
        let scans = venue.scans(Self.fixes, of: table)
        let clock = ContinuousClock()
        let building = clock.now
        let map = RadioMap(table)
        tell("radio-map-building", (clock.now - building).inMilliseconds, limit: nil, console)
        var filter = TrackingFilter(map, of: table)
        var times: [Double] = []
        for (second, scan) in scans.enumerated() {
            let start = clock.now
            _ = filter.take(scan, at: Double(second))
            times.append((clock.now - start).inMilliseconds)
        }
        times.sort()
        tell("tracked-fix-p50", times[times.count / 2], limit: 1, console)
        tell("tracked-fix-p99", times[times.count * 99 / 100], limit: 1, console)
        let trial = AccuracyTrial(Self.hall(points: 2_000))
        let validating = clock.now
        guard trial.validate() != nil else { return .failure }
        tell("cross-validation", (clock.now - validating).inMilliseconds, limit: 10_000, console)
        return .success
    }

    private func tell(_ name: String, _ value: Double, limit: Double?, _ console: Console) {
        let rounded = (value * 1_000).rounded() / 1_000
        var row: [String: JSONValue] = ["name": .string(name), "value": .number(rounded), "unit": "ms"]
        if let limit { row["limit_value"] = .number(limit) }
        console.answer(.object(row), "\(name): \(rounded) ms" + (limit.map { " (limit \($0) ms)" } ?? ""))
    }

    /// A hall of so many points a metre apart, five scans each, whose 100 beacons sound as loud as they are near.
    private static func hall(points: Int) -> RecordedSplit {
        var random = Xorshift()
        let mounts = (0..<100).map { Point(x: Double($0 % 10) * 5, y: Double($0 / 10) * 4) }
        let scans = (0..<points * 5).map { number -> RecordedScan in
            let place = Point(x: Double(number / 5 % 50), y: Double(number / 250))
            var heard: [String: Int] = [:]
            for (beacon, mount) in mounts.enumerated() {
                let distance = mount.distance(to: place)
                let level = -55 - Int(2 * distance) - Int(random.below(8))
                if level > -95 { heard["beacon \(beacon)"] = level }
            }
            return RecordedScan(point: place, heard: heard)
        }
        return RecordedSplit(
            set: "hall",
            survey: "made-up",
            live: "none",
            training: scans,
            tests: [],
            minimumSlots: 1
        )
    }
}
