import JSON

/// The shape of a JSON answer: its keys, and what kind of value stands behind each.
struct AnswerShape: Hashable, Comparable, CustomStringConvertible {
    let description: String

    /// Elements of a list count once for each shape that they have.
    init(_ value: JSONValue) {
        switch value {
        case .null: description = "null"
        case .bool: description = "flag"
        case .string: description = "text"
        case .number, .integer: description = "number"
        case .array(let elements):
            let shapes = Set(elements.map { Self($0) }).sorted()
            description = "[\(shapes.map(\.description).joined(separator: " | "))]"
        case .object(let members):
            let parts = Set(members.map { "\(Self.isIdentifier($0.key) ? "ID" : $0.key): \(Self($0.value))" }).sorted()
            description = "{\(parts.joined(separator: ", "))}"
        }
    }

    private static func isIdentifier(_ key: String) -> Bool { key.utf8.count == 32 && key.allSatisfy(\.isHexDigit) }

    static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}
