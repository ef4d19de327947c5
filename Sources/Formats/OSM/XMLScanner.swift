/// Reads the tags of an XML document one after the other: enough of XML 1.0 for data without text between its tags.
///
/// No entities but the five of XML and character numbers, and no document type: nothing can be made to expand.
struct XMLScanner {
    private let bytes: [UInt8]
    private let path: String
    private var offset = 0
    private var line = 1

    /// A tag.
    struct Tag {
        let name: String
        var attributes: [String: String] = [:]
        /// Whether it is an end, `</name>`.
        var isEnd = false
        /// Whether it is a start with its end, `<name/>`.
        var isWhole = false
        /// From 1.
        let line: Int
    }

    init(_ bytes: [UInt8], path: String) throws(ImportError) {
        self.bytes = bytes
        self.path = path
        guard bytes.contains(UInt8(ascii: "<")) else {
            throw .malformed(path: path, line: nil, reason: "It is neither XML nor JSON.")
        }
    }

    /// The next tag; nil at the end.
    mutating func next() throws(ImportError) -> Tag? {
        while offset < bytes.count {
            guard bytes[offset] == UInt8(ascii: "<") else {
                advance()
                continue
            }
            if starts("<!--") {
                try skip(past: "-->")
            } else if starts("<?") {
                try skip(past: "?>")
            } else if starts("<!") {
                throw malformed("A document type or CDATA is not read.")
            } else {
                return try tag()
            }
        }
        return nil
    }

    private mutating func tag() throws(ImportError) -> Tag {
        let start = line
        advance()
        let isEnd = take("/")
        var tag = Tag(name: try word(), line: start)
        tag.isEnd = isEnd
        while true {
            skipSpace()
            if take(">") { return tag }
            if take("/") {
                tag.isWhole = true
                guard take(">") else { throw malformed("A tag is not closed.") }
                return tag
            }
            let name = try word()
            skipSpace()
            guard take("=") else { throw malformed("The attribute \(name) has no value.") }
            skipSpace()
            tag.attributes[name] = try value()
        }
    }

    private mutating func value() throws(ImportError) -> String {
        guard offset < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[offset]) else {
            throw malformed("A value has no quotes.")
        }
        let quote = bytes[offset]
        advance()
        let start = offset
        while offset < bytes.count, bytes[offset] != quote { advance() }
        guard offset < bytes.count, let text = String(validating: bytes[start..<offset], as: UTF8.self) else {
            throw malformed("A value is not closed, or not UTF-8.")
        }
        advance()
        return try unescaped(text)
    }

    private func unescaped(_ text: String) throws(ImportError) -> String {
        guard text.contains("&") else { return text }
        let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            guard let end = rest[start...].firstIndex(of: ";") else { throw malformed("A \"&\" has no \";\".") }
            let name = rest[rest.index(after: start)..<end]
            if let character = named[String(name)] {
                result += character
            } else {
                let number =
                    name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst(1))
                guard name.hasPrefix("#"), let scalar = number.flatMap({ Unicode.Scalar($0) }) else {
                    throw malformed("&\(name.prefix(20)); is unknown.")
                }
                result.unicodeScalars.append(scalar)
            }
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private mutating func word() throws(ImportError) -> String {
        let start = offset
        while offset < bytes.count, !Self.ends.contains(bytes[offset]) { advance() }
        guard offset > start, let word = String(validating: bytes[start..<offset], as: UTF8.self) else {
            throw malformed("A name is missing.")
        }
        return word
    }

    private static let ends = Set(" \t\r\n/>=<\"'".utf8)

    private func starts(_ text: String) -> Bool { bytes[offset...].starts(with: text.utf8) }

    private mutating func take(_ text: String) -> Bool {
        guard starts(text) else { return false }
        for _ in text.utf8 { advance() }
        return true
    }

    private mutating func skip(past end: String) throws(ImportError) {
        while offset < bytes.count {
            if take(end) { return }
            advance()
        }
        throw malformed("\"\(end)\" is missing.")
    }

    private mutating func skipSpace() {
        while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { advance() }
    }

    private mutating func advance() {
        if bytes[offset] == UInt8(ascii: "\n") { line += 1 }
        offset += 1
    }

    private func malformed(_ reason: String) -> ImportError { .malformed(path: path, line: line, reason: reason) }
}
