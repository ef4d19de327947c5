extension JSONValue {
    /// How deep lists and objects may lie in each other: deeper ones come from an attacker, not from a venue.
    public static let maximumDepth = 64

    /// Reads one document of UTF-8 bytes, with nothing but white space around it.
    ///
    /// Stricter than RFC 8259 demands in one place: an object that has a key twice is refused, since readers disagree
    /// on which of the two counts.
    public init(parsing bytes: some Collection<UInt8>) throws(JSONError) {
        var parser = Parser(bytes: Array(bytes))
        self = try parser.document()
    }

    /// Reads one document.
    public init(parsing text: String) throws(JSONError) { try self.init(parsing: text.utf8) }
}

/// Reads a document from left to right, one byte ahead.
private struct Parser {
    private let bytes: [UInt8]
    private var offset = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func document() throws(JSONError) -> JSONValue {
        let value = try value(depth: 0)
        skipSpace()
        if offset < bytes.count { throw unexpected("the end") }
        return value
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        skipSpace()
        guard offset < bytes.count else { throw .unexpectedEnd }
        switch bytes[offset] {
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try text())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: throw unexpected("a value")
        }
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
        guard depth <= JSONValue.maximumDepth else { throw .tooDeep(offset: offset) }
        var members: [String: JSONValue] = [:]
        offset += 1
        if skip(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipSpace()
            guard offset < bytes.count else { throw .unexpectedEnd }
            guard bytes[offset] == UInt8(ascii: "\"") else { throw unexpected("a key in quotes") }
            let key = try text()
            guard skip(UInt8(ascii: ":")) else { throw unexpected("\":\"") }
            let member = try value(depth: depth)
            guard members.updateValue(member, forKey: key) == nil else { throw .duplicateKey(key) }
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "}")) else { throw unexpected("\",\" or \"}\"") }
        return .object(members)
    }

    private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
        guard depth <= JSONValue.maximumDepth else { throw .tooDeep(offset: offset) }
        var elements: [JSONValue] = []
        offset += 1
        if skip(UInt8(ascii: "]")) { return .array(elements) }
        repeat { elements.append(try value(depth: depth)) } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "]")) else { throw unexpected("\",\" or \"]\"") }
        return .array(elements)
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        for expected in word.utf8 {
            guard offset < bytes.count else { throw .unexpectedEnd }
            guard bytes[offset] == expected else { throw unexpected(word) }
            offset += 1
        }
        return value
    }

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = offset
        _ = take(UInt8(ascii: "-"))
        let leadsWithZero = offset < bytes.count && bytes[offset] == UInt8(ascii: "0")
        let wholeDigits = takeDigits()
        guard wholeDigits > 0, !leadsWithZero || wholeDigits == 1 else { throw .invalidNumber(offset: start) }
        var isWhole = true
        if take(UInt8(ascii: ".")) {
            isWhole = false
            guard takeDigits() > 0 else { throw .invalidNumber(offset: start) }
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isWhole = false
            if !take(UInt8(ascii: "-")) { _ = take(UInt8(ascii: "+")) }
            guard takeDigits() > 0 else { throw .invalidNumber(offset: start) }
        }
        let digits = String(decoding: bytes[start..<offset], as: UTF8.self)
        if isWhole, let integer = Int64(digits) { return .integer(integer) }
        guard let number = Double(digits), number.isFinite else { throw .invalidNumber(offset: start) }
        return .number(number)
    }

    private mutating func takeDigits() -> Int {
        let start = offset
        while offset < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[offset]) { offset += 1 }
        return offset - start
    }

    /// Reads a text from its opening quote on; runs without escapes are copied as a whole.
    private mutating func text() throws(JSONError) -> String {
        let start = offset
        offset += 1
        var content: [UInt8] = []
        var run = offset
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                content += bytes[run..<offset]
                offset += 1
                guard let text = String(validating: content, as: UTF8.self) else { throw .invalidText(offset: start) }
                return text
            case UInt8(ascii: "\\"):
                content += bytes[run..<offset]
                offset += 1
                content += Array(Character(try escape(in: start)).utf8)
                run = offset
            case 0..<0x20: throw .invalidText(offset: start)
            default: offset += 1
            }
        }
        throw .unexpectedEnd
    }

    /// The character that an escape stands for, from behind its backslash on.
    private mutating func escape(in start: Int) throws(JSONError) -> UnicodeScalar {
        guard offset < bytes.count else { throw .unexpectedEnd }
        let letter = bytes[offset]
        offset += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UnicodeScalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let first = try codeUnit(in: start)
            guard (0xD800..<0xDC00).contains(first) else {
                guard let scalar = UnicodeScalar(first) else { throw .invalidText(offset: start) }
                return scalar
            }
            guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw .invalidText(offset: start) }
            let second = try codeUnit(in: start)
            guard (0xDC00..<0xE000).contains(second) else { throw .invalidText(offset: start) }
            let value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
            guard let scalar = UnicodeScalar(value) else { throw .invalidText(offset: start) }
            return scalar
        default: throw .invalidText(offset: start)
        }
    }

    private mutating func codeUnit(in start: Int) throws(JSONError) -> UInt16 {
        guard offset + 4 <= bytes.count else { throw .unexpectedEnd }
        var unit: UInt16 = 0
        for byte in bytes[offset..<offset + 4] {
            guard let digit = Character(UnicodeScalar(byte)).hexDigitValue else { throw .invalidText(offset: start) }
            unit = unit << 4 | UInt16(digit)
        }
        offset += 4
        return unit
    }

    /// Steps over a byte, where it is the next one.
    private mutating func take(_ byte: UInt8) -> Bool {
        guard offset < bytes.count, bytes[offset] == byte else { return false }
        offset += 1
        return true
    }

    /// Steps over white space, then over a byte, where it is the next one.
    private mutating func skip(_ byte: UInt8) -> Bool {
        skipSpace()
        return take(byte)
    }

    private mutating func skipSpace() {
        while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
    }

    private func unexpected(_ expected: String) -> JSONError {
        guard offset < bytes.count else { return .unexpectedEnd }
        return .unexpected(byte: bytes[offset], offset: offset, expected: expected)
    }
}
