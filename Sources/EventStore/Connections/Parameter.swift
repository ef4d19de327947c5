import Survey

/// A value that goes to PostgreSQL apart from the SQL text, in PostgreSQL's binary form.
public struct Parameter: Hashable, Sendable {
    /// The object identifier of the type (`pg_type.oid`; the built-in ones never change).
    let type: UInt32
    /// nil for NULL.
    let bytes: [UInt8]?

    private init(_ type: UInt32, _ bytes: [UInt8]?) {
        self.type = type
        self.bytes = bytes
    }

    /// A `boolean`.
    public static func bool(_ value: Bool) -> Parameter { Parameter(16, [value ? 1 : 0]) }

    /// A `bytea`, or NULL.
    public static func bytea(_ value: [UInt8]?) -> Parameter { Parameter(17, value) }

    /// A `bigint`, or NULL.
    public static func bigint(_ value: Int64?) -> Parameter { Parameter(20, value.map(\.bigEndianBytes)) }

    /// The same 64 bits as a `bigint`; counts stay far below its end, incarnations use all of it.
    public static func bigint(_ value: UInt64) -> Parameter { bigint(Int64(bitPattern: value)) }

    /// An `integer`, or NULL.
    public static func integer(_ value: Int32?) -> Parameter { Parameter(23, value.map(\.bigEndianBytes)) }

    /// A `text`, or NULL.
    public static func text(_ value: String?) -> Parameter { Parameter(25, value.map { Array($0.utf8) }) }

    /// A `boolean[]`.
    public static func bools(_ values: [Bool]) -> Parameter {
        array(1000, of: 16, values, reserving: 5) { bytes, value in
            bytes.append(int32: 1)
            bytes.append(value ? 1 : 0)
        }
    }

    /// A `bytea[]`, whose elements may be NULL.
    public static func byteas(_ values: [[UInt8]?]) -> Parameter {
        array(1001, of: 17, values, reserving: 4 + (values.first.flatMap { $0?.count } ?? 0)) { bytes, value in
            guard let value else { return bytes.append(int32: -1) }
            bytes.append(int32: Int32(value.count))
            bytes += value
        }
    }

    /// A `bytea[]` of hashes.
    static func digests(_ values: [Digest]) -> Parameter {
        array(1001, of: 17, values, reserving: 36) { bytes, value in
            bytes.append(int32: 32)
            value.append(to: &bytes)
        }
    }

    /// A `bigint[]`, whose elements may be NULL.
    public static func bigints(_ values: [Int64?]) -> Parameter {
        array(1016, of: 20, values, reserving: 12) { bytes, value in
            guard let value else { return bytes.append(int32: -1) }
            bytes.append(int32: 8)
            bytes.append(int64: value)
        }
    }

    /// A `bigint[]` of the same 64 bits each.
    public static func bigints(_ values: [UInt64]) -> Parameter {
        array(1016, of: 20, values, reserving: 12) { bytes, value in
            bytes.append(int32: 8)
            bytes.append(int64: Int64(bitPattern: value))
        }
    }

    /// An `integer[]`.
    public static func integers(_ values: [Int32]) -> Parameter {
        array(1007, of: 23, values, reserving: 8) { bytes, value in
            bytes.append(int32: 4)
            bytes.append(int32: value)
        }
    }

    /// The binary form of a one-dimensional array (`array_send` in PostgreSQL's `arrayfuncs.c`).
    @inline(__always)
    private static func array<Element>(
        _ type: UInt32,
        of element: UInt32,
        _ values: [Element],
        reserving size: Int,
        _ append: (inout [UInt8], Element) -> Void
    ) -> Parameter {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20 + values.count * size)
        bytes.append(int32: values.isEmpty ? 0 : 1)  // dimensions
        bytes.append(int32: 1)  // there may be NULLs
        bytes.append(int32: Int32(bitPattern: element))
        if !values.isEmpty {
            bytes.append(int32: Int32(values.count))
            bytes.append(int32: 1)  // the first index
        }
        for value in values { append(&bytes, value) }
        return Parameter(type, bytes)
    }
}

// Not the generic `append(bigEndian:)` of Survey: these run for every column of every event.
extension [UInt8] {
    fileprivate mutating func append(int32 value: Int32) { append(memoryOf: value.bigEndian) }

    fileprivate mutating func append(int64 value: Int64) { append(memoryOf: value.bigEndian) }

    /// As bytes of a type, which an array copies at once; raw ones it takes one by one.
    @inline(__always)
    private mutating func append(memoryOf value: some FixedWidthInteger) {
        withUnsafePointer(to: value) { pointer in
            pointer.withMemoryRebound(to: UInt8.self, capacity: MemoryLayout.size(ofValue: value)) { start in
                append(contentsOf: UnsafeBufferPointer(start: start, count: MemoryLayout.size(ofValue: value)))
            }
        }
    }
}
