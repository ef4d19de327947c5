public import JSON
public import Survey

/// What a visitor is told.
public struct Notice: Hashable, Sendable {
    /// The scan's time.
    public let time: Timestamp
    public let kind: Kind
    /// Of the place or region.
    public let title: String
    public let text: String
    /// The slot or place that it hangs on; nil for a region.
    public let source: String?

    /// What happened.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A place is considerably closest, or the visitor stands before it.
        case place
        case enter
        case exit
        /// Inside already, told once more after a wake-up.
        case inside
    }

    /// One object with sorted keys.
    public var json: JSONValue {
        [
            "kind": .string(kind.rawValue), "source": JSONValue(source), "t": .integer(time.milliseconds),
            "text": .string(text), "title": .string(title),
        ]
    }
}
