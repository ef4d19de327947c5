import CPQ
import Survey

/// What a statement returned, copied out of libpq.
public struct Rows: Hashable, Sendable {
    /// What PostgreSQL says was done, such as "COMMIT" or "INSERT 0 3".
    public let commandTag: String
    public let count: Int
    private let width: Int
    private let storage: [UInt8]
    /// Where each value starts in `storage`, row by row, with one more at the end; −1 − start for NULL.
    private let starts: [Int]

    public subscript(row: Int) -> Row {
        precondition((0..<count).contains(row), "There is no such row.")
        return Row(rows: self, first: row * width)
    }

    /// The first row, where there is one.
    public var first: Row? { count == 0 ? nil : self[0] }

    /// Every row, turned into a value.
    public func map<Value>(_ transform: (Row) throws -> Value) rethrows -> [Value] {
        try (0..<count).map { try transform(self[$0]) }
    }

    /// Copies a result; the caller still owns it.
    init(copying result: OpaquePointer?) {
        commandTag = PQcmdStatus(result).map { String(cString: $0) } ?? ""
        let count = Int(PQntuples(result))
        let width = Int(PQnfields(result))
        var storage: [UInt8] = []
        var starts: [Int] = []
        starts.reserveCapacity(count * width + 1)
        // Growing would copy what there is again and again.
        var size = 0
        for row in 0..<Int32(count) { for column in 0..<Int32(width) { size += Int(PQgetlength(result, row, column)) } }
        storage.reserveCapacity(size)
        for row in 0..<Int32(count) {
            for column in 0..<Int32(width) {
                guard PQgetisnull(result, row, column) == 0 else {
                    starts.append(-1 - storage.count)
                    continue
                }
                starts.append(storage.count)
                let length = Int(PQgetlength(result, row, column))
                // As bytes of a type, which an array copies at once; raw ones it takes one by one.
                PQgetvalue(result, row, column)?.withMemoryRebound(to: UInt8.self, capacity: length) { start in
                    storage.append(contentsOf: UnsafeBufferPointer(start: start, count: length))
                }
            }
        }
        starts.append(storage.count)
        self.count = count
        self.width = width
        self.storage = storage
        self.starts = starts
    }

    /// One row; a column that has another type than the one asked for is a defect, and traps.
    public struct Row: Hashable, Sendable {
        private let rows: Rows
        private let first: Int

        fileprivate init(rows: Rows, first: Int) {
            self.rows = rows
            self.first = first
        }

        /// Whether the value is NULL.
        public func isNull(_ column: Int) -> Bool { rows.starts[first + column] < 0 }

        /// A `bytea`.
        public func bytes(_ column: Int) -> [UInt8] { Array(slice(column)) }

        /// A `bigint`.
        public func int64(_ column: Int) -> Int64 { integer(column) }

        /// The same 64 bits of a `bigint`.
        public func uint64(_ column: Int) -> UInt64 { UInt64(bitPattern: integer(column)) }

        /// An `integer`.
        public func int32(_ column: Int) -> Int32 { integer(column) }

        /// A `boolean`.
        public func bool(_ column: Int) -> Bool {
            let bytes = slice(column)
            precondition(bytes.count == 1, "A Boolean has one byte.")
            return bytes[bytes.startIndex] != 0
        }

        /// A `text`.
        public func text(_ column: Int) -> String { String(decoding: slice(column), as: UTF8.self) }

        private func integer<Value: FixedWidthInteger>(_ column: Int) -> Value {
            let bytes = slice(column)
            precondition(bytes.count == Value.bitWidth / 8, "The column has another width than was asked for.")
            return bytes.reduce(0) { $0 << 8 | Value(truncatingIfNeeded: $1) }
        }

        private func slice(_ column: Int) -> ArraySlice<UInt8> {
            precondition((0..<rows.width).contains(column), "There is no such column.")
            let start = rows.starts[first + column]
            precondition(start >= 0, "The value is NULL.")
            let next = rows.starts[first + column + 1]
            return rows.storage[start..<(next < 0 ? -1 - next : next)]
        }
    }
}
