/// The levels that OpenStreetMap's `level` and `repeat_on` name: `0`, `0;1`, `-1-2`, `0.5`.
enum OSMLevels {
    /// More levels than any building has.
    private static let mostLevels = 300

    /// The levels of a value, lowest first; nil where it is in no such form.
    static func parse(_ value: String) -> [Double]? {
        var levels = Set<Double>()
        for part in value.split(separator: ";", omittingEmptySubsequences: false) {
            let text = part.filter { $0 != " " }
            if let level = number(text) {
                levels.insert(level)
                continue
            }
            // A dash is a sign in front and a range behind: "-1-1" runs from −1 to 1.
            guard let dash = text.dropFirst().firstIndex(of: "-"), let low = number(String(text[..<dash])),
                let high = number(String(text[text.index(after: dash)...])), low <= high,
                high - low < Double(mostLevels)
            else { return nil }
            for step in 0...Int(high - low) { levels.insert(low + Double(step)) }
        }
        return levels.count <= mostLevels ? levels.sorted() : nil
    }

    private static func number(_ text: String) -> Double? {
        guard let number = Double(text), number.magnitude < 1_000 else { return nil }
        return number
    }

    /// A level as it is written: whole ones without a fraction.
    static func name(of level: Double) -> String { level == level.rounded() ? "\(Int(level))" : "\(level)" }
}
