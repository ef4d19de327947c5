/// Why the event store did not do what it was asked for.
public enum EventStoreError: Error, Hashable, Sendable {
    /// No connection could be made.
    case unreachable(reason: String)
    /// The connection broke while something was under way: whether it was committed is not known.
    case connectionLost(reason: String)
    /// PostgreSQL gave up waiting: a lock was held for too long, or a statement ran for too long.
    case timedOut(sqlState: String, message: String)
    /// PostgreSQL cannot serve now: it shuts down, starts up, has no room, or is a standby.
    case unavailable(sqlState: String, message: String)
    /// Too many wait already; nothing was tried.
    case overloaded
    /// The database was never migrated, or not far enough for this program.
    case notMigrated(found: Int, needed: Int)
    /// The database was migrated by a newer program.
    case schemaTooNew(found: Int, known: Int)
    /// A migration that was applied differs from the one in this program.
    case migrationChanged(number: Int, name: String)
    /// The role that Pharos works as does not exist, or this login may not assume it.
    case roleMissing(message: String)
    /// What was read contradicts what the store promises, such as a hole in the positions.
    case damaged(reason: String)
    /// PostgreSQL said no: a defect in our SQL, or a missing privilege.
    case rejected(sqlState: String, message: String, sql: String)

    /// Whether trying again later may help.
    public var isTransient: Bool {
        switch self {
        case .unreachable, .connectionLost, .timedOut, .unavailable, .overloaded: true
        case .notMigrated, .schemaTooNew, .migrationChanged, .roleMissing, .damaged, .rejected: false
        }
    }

    /// What a person can do about it; nil where only a fix of the program helps.
    public var recovery: String? {
        switch self {
        case .unreachable: "Check that PostgreSQL runs, and the connection string."
        case .connectionLost, .unavailable, .overloaded: "Try again; look into PostgreSQL's log where it lasts."
        case .timedOut: "Try again; look for a transaction that holds its locks for long."
        case .notMigrated: "Run `pharosd migrate` on this database."
        case .schemaTooNew: "Install the newer version of pharosd."
        case .migrationChanged: "Install the version of pharosd that migrated this database."
        case .roleMissing: "Run `pharosd migrate` as a role that may create roles, and grant pharos_app to this login."
        case .damaged: "Stop the server and restore the database from a backup; agents push again what is missing."
        case .rejected: nil
        }
    }
}

extension EventStoreError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreachable(let reason): "PostgreSQL cannot be reached: \(reason)"
        case .connectionLost(let reason): "The connection to PostgreSQL was lost: \(reason)"
        case .timedOut(let state, let message): "PostgreSQL gave up waiting: \(message) (SQLSTATE \(state))"
        case .unavailable(let state, let message): "PostgreSQL cannot serve now: \(message) (SQLSTATE \(state))"
        case .overloaded: "Too many requests wait for the database."
        case .notMigrated(let found, let needed): "The database has schema version \(found); \(needed) is needed."
        case .schemaTooNew(let found, let known):
            "The database has schema version \(found); this program knows \(known)."
        case .migrationChanged(let number, let name): "Migration \(number) (\(name)) is not the one that was applied."
        case .roleMissing(let message): "The role pharos_app cannot be used: \(message)"
        case .damaged(let reason): "The event store contradicts itself: \(reason)"
        case .rejected(let state, let message, let sql): "\(message) (SQLSTATE \(state)) in: \(sql)"
        }
    }
}

extension EventStoreError {
    /// The situation that an SQLSTATE stands for (PostgreSQL 15, appendix A).
    static func of(sqlState: String, message: String, sql: String) -> EventStoreError {
        switch sqlState {
        case "": .connectionLost(reason: message)
        // The server ended the connection: shutdown, crash, or a transaction that stood idle.
        case "57P01", "57P02", "25P03", "57P05": .connectionLost(reason: message)
        case "55P03", "57014", "40001", "40P01": .timedOut(sqlState: sqlState, message: message)
        case "57P03", "25006": .unavailable(sqlState: sqlState, message: message)
        case _ where sqlState.hasPrefix("08"): .connectionLost(reason: message)
        case _ where sqlState.hasPrefix("53") || sqlState.hasPrefix("58"):
            .unavailable(sqlState: sqlState, message: message)
        default: .rejected(sqlState: sqlState, message: message, sql: sql)
        }
    }
}
