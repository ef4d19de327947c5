extension Duration {
    /// The units that people type, longest first, in milliseconds.
    private static let units: [(name: String, milliseconds: Int64)] = [
        ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
    ]

    /// A span as people type it: `14d`, `90s`, `1h30m`, `250ms`; each number is whole, none is negative.
    ///
    /// Nil for anything else, also for a bare number: its unit would be a guess.
    public init?(words text: String) {
        var rest = text[...]
        var total: Int64 = 0
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count)
            let letters = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(letters.count)
            guard let count = Int64(digits), let unit = Self.units.first(where: { $0.name == letters }) else {
                return nil
            }
            let (part, partOverflow) = count.multipliedReportingOverflow(by: unit.milliseconds)
            let (sum, sumOverflow) = total.addingReportingOverflow(part)
            guard !partOverflow, !sumOverflow else { return nil }
            total = sum
        }
        self = .milliseconds(total)
    }

    /// The span as ``init(words:)`` reads it, to the millisecond: `1h30m`.
    public var words: String {
        let (seconds, attoseconds) = components
        var rest = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
        guard rest > 0 else { return "0s" }
        var text = ""
        for unit in Self.units where rest >= unit.milliseconds {
            text += "\(rest / unit.milliseconds)\(unit.name)"
            rest %= unit.milliseconds
        }
        return text
    }
}
