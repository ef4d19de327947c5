import EdgeLog
public import Survey

extension MetaKey {
    static let lastContactAt = MetaKey(rawValue: "last_contact_at")
    static let lastInStepAt = MetaKey(rawValue: "last_in_step_at")
    static let clockAhead = MetaKey(rawValue: "clock_ahead")
    static let fork = MetaKey(rawValue: "fork")
}

/// When this installation and its server last spoke, and what came of it.
extension LocalAgent {
    /// When the server last let this agent in, by this machine's wall clock; nil where it never did.
    public func lastContactAt() throws -> Timestamp? { try moment(.lastContactAt) }

    /// When everything was last delivered and pulled; nil where it never was.
    public func lastInStepAt() throws -> Timestamp? { try moment(.lastInStepAt) }

    /// Milliseconds by which the server's clock was ahead at the last contact.
    public func clockAhead() throws -> Int64? {
        try log.meta(.clockAhead).map { Int64(bigEndianBytes: $0) }
    }

    /// The stream that went on elsewhere and waits for recovery; nil where there is none.
    public func fork() throws -> Incarnation? {
        try log.meta(.fork).map { Incarnation(UInt64(bigEndianBytes: $0)) }
    }

    func noteContact(clockAhead: Int64, at moment: Timestamp) throws {
        try log.setMeta(.lastContactAt, to: moment.milliseconds.bigEndianBytes)
        try log.setMeta(.clockAhead, to: clockAhead.bigEndianBytes)
    }

    func noteInStep(at moment: Timestamp) throws {
        try log.setMeta(.lastInStepAt, to: moment.milliseconds.bigEndianBytes)
    }

    func noteFork(_ incarnation: Incarnation?) throws {
        try log.setMeta(.fork, to: incarnation?.value.bigEndianBytes)
    }

    private func moment(_ key: MetaKey) throws -> Timestamp? {
        try log.meta(key).map { Timestamp(milliseconds: Int64(bigEndianBytes: $0)) }
    }
}
