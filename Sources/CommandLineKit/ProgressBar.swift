extension Console {
    /// A bar for work of a known size, counted in a unit such as "scans"; draws nothing where nobody watches.
    public func progress(_ label: String, of total: Int, unit: String) -> ProgressBar {
        ProgressBar(label: label, total: total, unit: unit, draw: showsProgress ? surroundings.writeErr : nil)
    }
}

/// How far a piece of work has come, drawn on one line of stderr.
///
/// It redraws only when the picture changes, so calling it for every scan costs next to nothing and needs no clock.
public struct ProgressBar: Sendable {
    private static let cells = 30

    private let label: String
    private let total: Int
    private let unit: String
    private let draw: (@Sendable (String) -> Void)?
    private var drawnPercent = -1
    /// How much is done.
    public private(set) var done = 0

    init(label: String, total: Int, unit: String, draw: (@Sendable (String) -> Void)?) {
        self.label = label
        self.total = max(total, 0)
        self.unit = unit
        self.draw = draw
    }

    /// So much more is done.
    public mutating func advance(by count: Int = 1) { advance(to: done + count) }

    /// So much is done in all; more than the total is the total.
    public mutating func advance(to count: Int) {
        done = min(max(count, 0), total)
        let percent = total == 0 ? 100 : done * 100 / total
        guard let draw, percent != drawnPercent else { return }
        drawnPercent = percent
        let filled = percent * Self.cells / 100
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: Self.cells - filled)
        draw("\r\(label) \(bar) \(percent) %  \(done)/\(total) \(unit)\u{1B}[K")
    }

    /// Takes the bar away, so that what is written next starts on a clean line.
    public mutating func finish() {
        if drawnPercent >= 0 { draw?("\r\u{1B}[K") }
        drawnPercent = -1
    }
}
