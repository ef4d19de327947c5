import CommandLineKit
import JSON

/// One figure beside its limit.
struct Measurement {
    let name: String
    let value: Double
    let unit: String
    /// What the figure is measured against; nil where nothing is.
    var limit: String?
    var limitValue: Double?

    /// The figure divided by the limit's.
    var ratio: Double? { limitValue.map { value / $0 } }

    /// Prints the row, as JSON where that is wanted.
    func tell(_ console: Console) {
        let json: JSONValue = [
            "name": .string(name), "value": .number(value), "unit": .string(unit), "limit": JSONValue(limit),
            "limit_value": JSONValue(limitValue), "ratio": JSONValue(ratio),
        ]
        var text = "\(name): \(Self.short(value)) \(unit)"
        if let limit, let limitValue, let ratio {
            text += ", \(limit): \(Self.short(limitValue)) \(unit), ratio \(Self.short(ratio))"
        }
        console.answer(json, text)
    }

    /// Three significant digits of a small number, whole ones of a large one.
    private static func short(_ value: Double) -> String {
        guard value.isFinite, value.magnitude < 100 else { return "\(Int(value.isFinite ? value.rounded() : 0))" }
        return "\((value * 100).rounded() / 100)"
    }

    /// The median of some values; not a number for none.
    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
    }

    /// Seconds that some work takes.
    static func seconds(_ work: () throws -> Void) rethrows -> Double {
        let duration = try ContinuousClock().measure(work)
        return Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    }
}
