/// A JSON document (RFC 8259) as a value.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number written without fraction and exponent that fits.
    case integer(Int64)
    /// Any other number; one that is not finite is written as `null`.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// The value of an object's key; nil where this is no object, or has no such key.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    /// The text, where this is one.
    public var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The number, where this is one, whole or not.
    public var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// The whole number, where this is one; `3.0` counts as whole, as JSON knows no difference.
    public var integer: Int64? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int64(exactly: value)
        default: nil
        }
    }

    /// The elements, where this is an array.
    public var elements: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The members, where this is an object.
    public var members: [String: JSONValue]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    /// Whether this is `null`.
    public var isNull: Bool { self == .null }

    /// What the value is, as a person would say it: for errors.
    public var kind: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .integer, .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(nilLiteral: ()) { self = .null }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// An object; of two members with the same key the later one stays.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(Dictionary(members) { $1 })
    }
}

extension JSONValue {
    /// A text, or `null` where there is none.
    public init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }

    /// A number, or `null` where there is none.
    public init(_ number: Double?) { self = number.map(JSONValue.number) ?? .null }

    /// A truth, or `null` where it is unknown.
    public init(_ truth: Bool?) { self = truth.map(JSONValue.bool) ?? .null }

    /// A whole number, or `null` where there is none; beyond 64 signed bits it becomes the nearest Double.
    public init(_ integer: (some FixedWidthInteger)?) {
        guard let integer else {
            self = .null
            return
        }
        self = Int64(exactly: integer).map(JSONValue.integer) ?? .number(Double(integer))
    }
}
