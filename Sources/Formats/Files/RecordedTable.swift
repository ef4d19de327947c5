import Survey

/// A table whose first row names its columns, of a recorded set.
struct RecordedTable {
    let rows: [CommaSeparatedRow]
    private let columns: [String: Int]
    private let path: String

    /// Reads a table; every row must have as many fields as the first.
    init(_ bytes: [UInt8], path: String) throws(ImportError) {
        let all = try CommaSeparatedRow.rows(of: bytes, path: path)
        guard let head = all.first else { throw .malformed(path: path, line: nil, reason: "It is empty.") }
        for row in all where row.fields.count != head.fields.count {
            throw row.malformed("It has \(row.fields.count) fields, the first row \(head.fields.count).")
        }
        self.path = path
        columns = Dictionary(zip(head.fields, head.fields.indices)) { first, _ in first }
        rows = Array(all.dropFirst())
    }

    /// The names of the columns that begin so, in their order.
    func names(from prefix: String) -> [String] {
        columns.filter { $0.key.hasPrefix(prefix) }.sorted { $0.value < $1.value }.map(\.key)
    }

    /// The number of a column.
    func column(_ name: String) throws(ImportError) -> Int {
        guard let column = columns[name] else {
            throw .malformed(path: path, line: 1, reason: "It has no column \"\(name.prefix(40))\".")
        }
        return column
    }
}

extension CommaSeparatedRow {
    /// A strength of a field in whole dBm, halves away from zero; nil where it says that nothing was heard.
    func strength(_ field: String, missing: Double? = nil) throws(ImportError) -> RSSI? {
        if field.isEmpty { return nil }
        let number: Double = try number(field)
        if number == missing { return nil }
        guard number.magnitude < 1_000, let rssi = RSSI(dBm: Int(number.rounded())) else {
            throw malformed("\"\(field.prefix(40))\" is no strength in dBm.")
        }
        return rssi
    }

    /// A strength that must be below 0 dBm, as everything is that came through the air; others are counted.
    func heardStrength(_ field: String, missing: Double? = nil, impossible: inout Int) throws(ImportError) -> RSSI? {
        if field.isEmpty { return nil }
        let number: Double = try number(field)
        if number.magnitude < 1_000, number >= 0 {
            impossible += 1
            return nil
        }
        return try strength(field, missing: missing)
    }
}
