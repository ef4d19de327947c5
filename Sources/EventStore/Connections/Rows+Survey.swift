import Survey

extension Rows.Row {
    /// A hash in 32 bytes; the schema allows no other number of them.
    func digest(_ column: Int) -> Digest {
        guard let digest = Digest(bytes: bytes(column)) else { preconditionFailure("A hash has 32 bytes.") }
        return digest
    }

    /// An identifier in 16 bytes; the schema allows no other number of them.
    func identifier<Subject>(_ column: Int) -> Identifier<Subject> {
        guard let identifier = Identifier<Subject>(bytes: bytes(column)) else {
            preconditionFailure("An identifier has 16 bytes.")
        }
        return identifier
    }

    /// An agent's identifier, and an incarnation in the column behind it.
    func stream(_ column: Int) -> StreamID {
        StreamID(agent: identifier(column), incarnation: Incarnation(uint64(column + 1)))
    }

    /// A moment in milliseconds.
    func timestamp(_ column: Int) -> Timestamp { Timestamp(milliseconds: int64(column)) }
}
