extension Arguments {
    /// Takes a whole number; `unit` may stand behind it, as in `250 ms` or `250ms`.
    public mutating func takeInteger(
        _ name: String,
        in range: ClosedRange<Int>,
        unit: String = ""
    ) throws(UsageError) -> Int? {
        guard let text = try takeOption(name) else { return nil }
        guard let value = Int(Self.withoutUnit(text, unit)) else {
            throw .invalidValue(text, of: name, expected: "a whole number" + (unit.isEmpty ? "" : " of \(unit)"))
        }
        guard range.contains(value) else {
            let allowed = "\(range.lowerBound) to \(range.upperBound)" + (unit.isEmpty ? "" : " \(unit)")
            throw .outOfRange(text, of: name, allowed: allowed)
        }
        return value
    }

    /// Takes a number; `unit` may stand behind it, as in `1.2 m/s` or `1.2m/s`.
    public mutating func takeNumber(
        _ name: String,
        in range: ClosedRange<Double>,
        unit: String = ""
    ) throws(UsageError) -> Double? {
        guard let text = try takeOption(name) else { return nil }
        guard let value = Double(Self.withoutUnit(text, unit)), value.isFinite else {
            throw .invalidValue(text, of: name, expected: "a number" + (unit.isEmpty ? "" : " of \(unit)"))
        }
        guard range.contains(value) else {
            let allowed = "\(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound))"
            throw .outOfRange(text, of: name, allowed: allowed + (unit.isEmpty ? "" : " \(unit)"))
        }
        return value
    }

    /// Takes a span of time such as `14d`, `90s`, `1h30m` or `250ms`.
    public mutating func takeDuration(_ name: String, in range: ClosedRange<Duration>) throws(UsageError) -> Duration? {
        guard let text = try takeOption(name) else { return nil }
        guard let value = Duration(words: text) else {
            throw .invalidValue(text, of: name, expected: "a time such as 14d, 12h, 90s or 250ms")
        }
        guard range.contains(value) else {
            throw .outOfRange(text, of: name, allowed: "\(range.lowerBound.words) to \(range.upperBound.words)")
        }
        return value
    }

    /// Takes one of several words.
    public mutating func takeChoice(_ name: String, of choices: [String]) throws(UsageError) -> String? {
        guard let text = try takeOption(name) else { return nil }
        guard choices.contains(text) else {
            throw .invalidValue(text, of: name, expected: choices.joined(separator: ", "))
        }
        return text
    }

    private static func withoutUnit(_ text: String, _ unit: String) -> String {
        guard !unit.isEmpty, text.hasSuffix(unit) else { return text }
        let number = text.dropLast(unit.count)
        return String(number.last == " " ? number.dropLast() : number)
    }

    /// A bound without a needless fraction.
    private static func plain(_ bound: Double) -> String { Int(exactly: bound).map { "\($0)" } ?? "\(bound)" }
}
