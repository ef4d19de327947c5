/// Why some bytes are no JSON document; offsets count bytes from 0.
public enum JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The document stops in its middle.
    case unexpectedEnd
    /// Something else should stand here.
    case unexpected(byte: UInt8, offset: Int, expected: String)
    /// Lists and objects lie deeper in each other than ``JSONValue/maximumDepth``.
    case tooDeep(offset: Int)
    /// A text with a bad escape, a bare control character, or bytes that are not UTF-8.
    case invalidText(offset: Int)
    /// A number that JSON does not allow, or that is larger than any number.
    case invalidNumber(offset: Int)
    /// An object says two things about one key.
    case duplicateKey(String)

    public var description: String {
        switch self {
        case .unexpectedEnd: "The JSON text ends too early."
        case .unexpected(let byte, let offset, let expected):
            "At byte \(offset) stands \(Self.name(of: byte)) instead of \(expected)."
        case .tooDeep(let offset): "At byte \(offset) lists are nested more than \(JSONValue.maximumDepth) deep."
        case .invalidText(let offset): "The text that begins at byte \(offset) is not valid."
        case .invalidNumber(let offset): "The number at byte \(offset) is not valid."
        case .duplicateKey(let key): "The key \"\(key)\" appears twice."
        }
    }

    private static func name(of byte: UInt8) -> String {
        (0x21...0x7E).contains(byte) ? "\"\(Character(UnicodeScalar(byte)))\"" : "the byte \(byte)"
    }
}
