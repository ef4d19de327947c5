import JSON

/// The shape of JSON answers: their keys, and what kinds of value stand behind each.
///
/// Objects of the same keys are one shape, whose values may be of several kinds: which of them a run shows may be chance.
struct AnswerShape: Hashable, CustomStringConvertible {
    private var kinds: Set<String> = []
    /// Of the elements of lists: one shape, or none where there was no list.
    private var elements: [AnswerShape] = []
    private var objects: [[String]: [String: AnswerShape]] = [:]

    init() {}

    /// Adds a value that stands in the same place.
    mutating func add(_ value: JSONValue) {
        switch value {
        case .null: kinds.insert("null")
        case .bool: kinds.insert("flag")
        case .string: kinds.insert("text")
        case .number, .integer: kinds.insert("number")
        case .array(let values):
            var shape = elements.first ?? AnswerShape()
            for value in values { shape.add(value) }
            elements = [shape]
        case .object(let members):
            // What is named by an identifier is a member like any other of them.
            let named = members.map { (Self.isIdentifier($0.key) ? "ID" : $0.key, $0.value) }
            let keys = Set(named.map(\.0)).sorted()
            for (key, value) in named { objects[keys, default: [:]][key, default: AnswerShape()].add(value) }
            if keys.isEmpty { objects[keys] = [:] }
        }
    }

    /// The shapes of whole answers, one for each set of keys.
    var lines: [String] { parts.sorted() }

    var description: String { parts.sorted().joined(separator: " | ") }

    private var parts: [String] {
        let lists = elements.map { "[\($0)]" }
        let members = objects.map { keys, shapes in
            "{\(keys.map { "\($0): \(shapes[$0] ?? AnswerShape())" }.joined(separator: ", "))}"
        }
        return kinds + lists + members
    }

    private static func isIdentifier(_ key: String) -> Bool { key.utf8.count == 32 && key.allSatisfy(\.isHexDigit) }
}
