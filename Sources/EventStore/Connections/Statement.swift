/// One SQL statement, with the values of its parameters `$1`, `$2`, `$3` and so on.
public struct Statement: Hashable, Sendable {
    public let sql: String
    public let parameters: [Parameter]

    public init(_ sql: String, _ parameters: Parameter...) {
        self.sql = sql
        self.parameters = parameters
    }

    public init(_ sql: String, parameters: [Parameter]) {
        self.sql = sql
        self.parameters = parameters
    }
}

extension Statement {
    /// Lends the parameters in the form libpq wants: types, pointers, lengths, formats (all binary).
    func withArguments<Result>(_ body: (borrowing Arguments) -> Result) -> Result {
        var arena: [UInt8] = []
        arena.reserveCapacity(parameters.reduce(1) { $0 + ($1.bytes?.count ?? 0) })
        for parameter in parameters { arena += parameter.bytes ?? [] }
        if arena.isEmpty { arena.append(0) }  // so that an empty value has an address: without one it would be NULL
        return arena.withUnsafeBytes { arena in
            let start = arena.bindMemory(to: CChar.self).baseAddress!
            var offset = 0
            let values = parameters.map { parameter -> UnsafePointer<CChar>? in
                guard let bytes = parameter.bytes else { return nil }
                defer { offset += bytes.count }
                return start + offset
            }
            return body(
                Arguments(
                    types: parameters.map(\.type),
                    values: values,
                    lengths: parameters.map { Int32($0.bytes?.count ?? 0) },
                    formats: [Int32](repeating: 1, count: parameters.count)
                )
            )
        }
    }

    /// libpq's parallel arrays; the pointers hold for the length of one call.
    struct Arguments: ~Copyable {
        let types: [UInt32]
        let values: [UnsafePointer<CChar>?]
        let lengths: [Int32]
        let formats: [Int32]

        var count: Int32 { Int32(types.count) }
    }
}
