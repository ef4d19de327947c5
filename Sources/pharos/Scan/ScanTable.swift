import CommandLineKit
import Radio
import Survey

/// The live table of `pharos scan`: it redraws itself in place on a terminal.
struct ScanTable {
    private static let barCells = 10
    /// Strengths from one end of the bar to the other, in dBm.
    private static let scale = -100 ... -40

    private var drawnLines = 0

    /// The table's lines at one moment, strongest first, as many as fit on a screen.
    static func lines(_ rows: [NearbyBeacons.Row], tally: ScanTally, status: String?, limit: Int = 40) -> [String] {
        var lines = ["  RSSI             rate     distance  proximity  last seen  beacon"]
        for row in rows.prefix(limit) {
            let rssi = row.reading.rssi.dBm
            let rate = row.rate.map { "\(oneDecimal($0))/s" } ?? "–"
            let distance = row.distance.map { "\(oneDecimal($0)) m" } ?? "–"
            lines.append(
                "  \(left("\(rssi)", 4)) \(bar(rssi))  \(right(rate, 7))  \(right(distance, 8))  "
                    + "\(left("\(row.proximity)", 9))  \(right("\(oneDecimal(Double(row.age) / 1_000)) s", 9))  "
                    + "\(row.reading.identity)"
            )
        }
        if rows.count > limit { lines.append("  and \(rows.count - limit) more") }
        lines.append("\(rows.count) beacons, \(tally.reports) reports" + (status.map { "  –  \($0)" } ?? ""))
        return lines
    }

    /// Puts the lines in the place of those drawn before.
    mutating func draw(_ lines: [String], on console: Console) {
        let back = drawnLines > 0 ? "\u{1B}[\(drawnLines)A" : ""
        console.surroundings.draw(back + lines.map { $0 + "\u{1B}[K\n" }.joined() + "\u{1B}[J")
        drawnLines = lines.count
    }

    /// What was heard in all, for a person.
    static func summary(_ heard: HeardBeacons, _ tally: ScanTally) -> [String] {
        var lines = heard.summaries.map { identity, summary in
            let strength = summary.median.map { median in
                "median \(median), \(summary.weakest ?? median) to \(summary.strongest ?? median)"
            }
            let distance = BeaconJSON.distance(rssi: summary.median, power: summary.power)
            let near = distance.map { ", \(oneDecimal($0)) m \(Proximity(distance: $0))" } ?? ""
            return "\(identity)  \(summary.packets) packets, \(strength ?? "no strength")\(near)"
        }
        let frames = tally.frames.sorted { $0.key.name < $1.key.name }.map { "\($0.value) \($0.key.name)" }
        lines.append(
            "\(tally.packets) packets, \(tally.reports) reports, \(heard.summaries.count) beacons; frames: "
                + (frames.isEmpty ? "none" : frames.joined(separator: ", ")) + "."
        )
        let problems = tally.problems.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        if !problems.isEmpty { lines.append("Not readable: \(problems.joined(separator: ", ")).") }
        return lines
    }

    private static func bar(_ rssi: Int) -> String {
        let part = Double(min(max(rssi, scale.lowerBound), scale.upperBound) - scale.lowerBound)
        let filled = Int((part / Double(scale.count - 1) * Double(barCells)).rounded())
        return String(repeating: "█", count: filled) + String(repeating: "░", count: barCells - filled)
    }

    private static func oneDecimal(_ value: Double) -> String { "\((min(value, 100_000) * 10).rounded() / 10)" }

    private static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
