/// A row of comma-separated values without quotes.
struct CommaSeparatedRow {
    let path: String
    /// The row's line in its file, from 1.
    let number: Int
    /// At least one.
    let fields: [String]

    /// The rows of a file, empty lines left out.
    static func rows(of path: String) throws -> [CommaSeparatedRow] {
        rows(of: try FileContents.read(path), path: path)
    }

    /// The rows of a file's bytes; `path` says where they came from.
    static func rows(of bytes: some Collection<UInt8>, path: String) -> [CommaSeparatedRow] {
        var rows: [CommaSeparatedRow] = []
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let fields = line.filter { $0 != UInt8(ascii: "\r") }
                .split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            if fields != [""] { rows.append(CommaSeparatedRow(path: path, number: index + 1, fields: fields)) }
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

    /// A field as a number.
    func number<Number: LosslessStringConvertible>(_ field: String) throws(ImportError) -> Number {
        guard let number = Number(field) else {
            throw malformed("\"\(field)\" is not the number that is expected.")
        }
        return number
    }

    /// What is wrong with the row.
    func malformed(_ reason: String) -> ImportError { .malformed(path: path, line: number, reason: reason) }
}
