public import Survey

/// The log of one installation: what its agent wrote, what it pulled, and how far it got.
///
/// A log is not `Sendable`: it belongs to the actor that opened it. Several processes may have the same log open; each
/// write is a transaction of its own that first looks whether another process has written.
///
/// When the store fails, the log stops: it closes the file, opens it again, checks every own event, and throws. What was
/// returned from `append` before is there; what failed is not counted on.
public final class EdgeLog {
    public let installation: Installation
    public let project: ProjectID
    public let agent: AgentID
    /// What `open` found amiss with the log's age; nil where nothing was.
    public private(set) var rollback: Rollback?

    let hashing: any Hashing
    let coding: any PayloadCoding
    let clock: any AgentClock
    private var random: any RandomNumberGenerator & Sendable
    private var state: State
    private(set) var sidecar: Sidecar?
    /// The end of the growing stream; nil when it has to be read from the file.
    var head: Head?

    private enum State {
        case running(Connection)
        case stopped(EdgeLogError)
    }

    /// What the log needs from outside.
    public struct Environment: Sendable {
        let hashing: any Hashing
        let coding: any PayloadCoding
        let clock: any AgentClock
        let random: any RandomNumberGenerator & Sendable

        public init(
            hashing: any Hashing,
            coding: any PayloadCoding,
            clock: any AgentClock = SystemClock(),
            random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
        ) {
            self.hashing = hashing
            self.coding = coding
            self.clock = clock
            self.random = random
        }
    }

    /// Opens the log of an installation, finishes a recovery that was interrupted, and starts a new incarnation where
    /// the sidecar says that the log was restored or copied.
    public convenience init(opening installation: Installation, _ environment: Environment) throws(EdgeLogError) {
        guard installation.hasLog else { throw .notThere(path: installation.path) }
        try self.init(installation, environment, try Self.connect(installation, mode: .readWrite))
        try checkEnd()
        try noticeRollback()
        try finishRecovery()
    }

    /// Opens the log for ``verify()`` alone: whatever state it is in, nothing is changed or judged.
    public convenience init(inspecting installation: Installation, _ environment: Environment) throws(EdgeLogError) {
        guard installation.hasLog else { throw .notThere(path: installation.path) }
        try self.init(installation, environment, try Self.connect(installation, mode: .readOnly))
    }

    /// Makes the log of an installation, with its first incarnation.
    ///
    /// - Throws: ``EdgeLogError/alreadyThere(path:)`` where there is one.
    public convenience init(
        creating installation: Installation,
        project: ProjectID,
        agent: AgentID,
        _ environment: Environment
    ) throws(EdgeLogError) {
        try DurableFile.makeDirectory(installation.logDirectory)
        try DurableFile.makeDirectory(installation.plansDirectory)
        let connection = try Self.connect(installation, mode: .create)
        var random = environment.random
        let incarnation = Incarnation(random.next())
        try connection.transaction { () throws(EdgeLogError) in
            guard try connection.integer("SELECT count(*) FROM stream") == 0 else {
                throw .alreadyThere(path: installation.path)
            }
            var insert = try Statement("INSERT INTO meta (key, value) VALUES (?1, ?2)", on: connection)
            for (key, value) in [(MetaKey.project, project.bytes), (.agent, agent.bytes)] {
                try insert.bind(key.rawValue, at: 1)
                try insert.bind(value, at: 2)
                try insert.run()
            }
            try Self.addStream(incarnation, after: 0, connection)
        }
        try DurableFile.flushDirectory(installation.logDirectory)
        try DurableFile.flushDirectory(installation.path)
        try self.init(installation, environment, connection)
        try writeSidecar(Sidecar(incarnation: incarnation, acknowledged: 0))
    }

    private init(
        _ installation: Installation,
        _ environment: Environment,
        _ connection: Connection
    ) throws(EdgeLogError) {
        var select = try Statement("SELECT value FROM meta WHERE key = ?1", on: connection)
        func identifier<Subject>(_ key: MetaKey) throws(EdgeLogError) -> Identifier<Subject> {
            try select.bind(key.rawValue, at: 1)
            guard try select.step(), let identifier = Identifier<Subject>(bytes: select.bytes(at: 0)) else {
                throw .notThere(path: installation.path)
            }
            select.reset()
            return identifier
        }
        project = try identifier(.project)
        agent = try identifier(.agent)
        self.installation = installation
        hashing = environment.hashing
        coding = environment.coding
        clock = environment.clock
        random = environment.random
        sidecar = Sidecar(at: installation.sidecarFile)
        state = .running(connection)
    }

    /// Whether the log takes events; false after a failure from which it could not be opened again.
    public var isRunning: Bool {
        if case .running = state { true } else { false }
    }

    /// Brings the file up to date and shortens SQLite's write-ahead log; to be called when there is nothing else to do.
    ///
    /// - Returns: False where a reader in another process was in the way: the next call does it.
    @discardableResult
    public func checkpoint() throws(EdgeLogError) -> Bool {
        try running().integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0
    }

    func draw() -> UInt64 { random.next() }

    func noteRollback(_ found: Rollback) { rollback = found }

    func writeSidecar(_ new: Sidecar) throws(EdgeLogError) {
        try new.write(to: installation.sidecarFile)
        sidecar = new
    }

    /// The open file, after an attempt to open it again where the log had stopped.
    func running() throws(EdgeLogError) -> Connection {
        switch state {
        case .running(let connection): return connection
        case .stopped(let cause): return try reopen(after: cause)
        }
    }

    /// Runs a transaction; a failure of the store stops the log and has it checked.
    func write<Result>(_ body: (Connection) throws(EdgeLogError) -> Result) throws(EdgeLogError) -> Result {
        let connection = try running()
        do {
            return try connection.transaction { () throws(EdgeLogError) in try body(connection) }
        } catch {
            head = nil
            if error.isStorageFailure { try stop(error) }
            throw error
        }
    }

    /// Closes the file after a failure, opens it again and checks it; throws only where that fails too.
    private func stop(_ failure: EdgeLogError) throws(EdgeLogError) {
        state = .stopped(failure)
        _ = try reopen(after: failure)
    }

    /// Opens the file again and checks it.
    ///
    /// After a failed flush the pages may be clean in memory and missing on the disk, so a checkpoint writes and flushes
    /// all of them once more before anything is accepted on top.
    private func reopen(after cause: EdgeLogError) throws(EdgeLogError) -> Connection {
        do {
            let connection = try Self.connect(installation, mode: .readWrite)
            if let damage = try verifyOwn(connection).damage {
                throw EdgeLogError.damaged(path: connection.path, damage)
            }
            if case .flushFailed = cause {
                guard try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0 else {
                    throw EdgeLogError.busy(path: connection.path)
                }
            }
            state = .running(connection)
            return connection
        } catch {
            throw .stopped(path: installation.logFile, reason: "\(cause) \(error)")
        }
    }
}
