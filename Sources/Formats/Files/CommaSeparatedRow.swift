/// A row of values with a separator between them, as RFC 4180 describes it.
struct CommaSeparatedRow {
    /// The most bytes that a row may have: one of 620 access points has 3,000.
    static let maximumLength = 1 << 20

    let path: String
    /// The line of the file that the row begins on, from 1.
    let number: Int
    /// At least one.
    let fields: [String]

    /// The rows of a file, empty lines left out.
    static func rows(of path: String) throws -> [CommaSeparatedRow] {
        try rows(of: try FileContents.readCompressed(path), path: path)
    }

    /// The rows of a file's bytes; `path` says where they came from.
    ///
    /// A byte order mark is passed over and lines may end as on Windows. A quoted field may hold separators, line ends
    /// and doubled quotes; a `separator` other than the comma has no quotes.
    static func rows(
        of bytes: some Collection<UInt8>,
        path: String,
        separator: UInt8 = UInt8(ascii: ",")
    ) throws(ImportError) -> [CommaSeparatedRow] {
        var cutter = RowCutter(Array(bytes), path: path, separator: separator)
        var rows: [CommaSeparatedRow] = []
        while let row = try cutter.next() {
            if row.fields != [""] { rows.append(row) }
        }
        return rows
    }

    /// All fields as numbers, exactly `count` of them.
    func numbers<Number: LosslessStringConvertible>(_: Number.Type, count: Int) throws(ImportError) -> [Number] {
        guard fields.count == count else { throw malformed("It has \(fields.count) fields instead of \(count).") }
        var numbers: [Number] = []
        numbers.reserveCapacity(count)
        for field in fields { numbers.append(try number(field)) }
        return numbers
    }

    /// A field as a number; spaces around it do not matter.
    func number<Number: LosslessStringConvertible>(_ field: String) throws(ImportError) -> Number {
        if let number = Number(field) { return number }
        guard let number = Number(String(field.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())) else {
            throw malformed("\"\(field.prefix(40))\" is not the number that is expected.")
        }
        return number
    }

    /// A field as a place coordinate or another number within ±100,000: no venue is larger than 100 km.
    func finite(_ field: String) throws(ImportError) -> Double {
        let number: Double = try number(field)
        guard number.magnitude <= 100_000 else {
            throw malformed("\"\(field.prefix(40))\" is no number within ±100,000.")
        }
        return number
    }

    /// What is wrong with the row.
    func malformed(_ reason: String) -> ImportError { .malformed(path: path, line: number, reason: reason) }
}

/// Cuts bytes into rows and fields.
private struct RowCutter {
    private let bytes: [UInt8]
    private let path: String
    private let separator: UInt8
    private var offset: Int
    private var line = 1

    init(_ bytes: [UInt8], path: String, separator: UInt8) {
        self.bytes = bytes
        self.path = path
        self.separator = separator
        offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// The next row; nil at the end.
    mutating func next() throws(ImportError) -> CommaSeparatedRow? {
        guard offset < bytes.count else { return nil }
        let (start, first) = (offset, line)
        var fields: [String] = []
        while true {
            fields.append(try field(of: first))
            guard offset - start <= CommaSeparatedRow.maximumLength else {
                throw malformed(first, "It has more than \(CommaSeparatedRow.maximumLength) bytes.")
            }
            guard offset < bytes.count else { break }
            let end = bytes[offset]
            offset += 1
            if end == UInt8(ascii: "\n") {
                line += 1
                break
            }
        }
        return CommaSeparatedRow(path: path, number: first, fields: fields)
    }

    /// The field that begins here, up to the separator or line end behind it.
    private mutating func field(of row: Int) throws(ImportError) -> String {
        if separator == UInt8(ascii: ","), offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") {
            return try quotedField(of: row)
        }
        let start = offset
        while offset < bytes.count, bytes[offset] != separator, bytes[offset] != UInt8(ascii: "\n") { offset += 1 }
        var end = offset
        if end > start, end == bytes.count || bytes[end] == UInt8(ascii: "\n"), bytes[end - 1] == UInt8(ascii: "\r") {
            end -= 1
        }
        return try text(Array(bytes[start..<end]), of: row)
    }

    private mutating func quotedField(of row: Int) throws(ImportError) -> String {
        var content: [UInt8] = []
        offset += 1
        while true {
            guard offset < bytes.count else { throw malformed(row, "A quote is opened and not closed.") }
            let byte = bytes[offset]
            offset += 1
            if byte == UInt8(ascii: "\n") { line += 1 }
            guard byte == UInt8(ascii: "\"") else {
                content.append(byte)
                continue
            }
            guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else { break }
            content.append(byte)
            offset += 1
        }
        if offset < bytes.count, bytes[offset] == UInt8(ascii: "\r") { offset += 1 }
        guard offset == bytes.count || bytes[offset] == separator || bytes[offset] == UInt8(ascii: "\n") else {
            throw malformed(row, "Something follows a closing quote.")
        }
        return try text(content, of: row)
    }

    private func text(_ bytes: [UInt8], of row: Int) throws(ImportError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw malformed(row, "It is not UTF-8.") }
        return text
    }

    private func malformed(_ line: Int, _ reason: String) -> ImportError {
        .malformed(path: path, line: line, reason: reason)
    }
}
