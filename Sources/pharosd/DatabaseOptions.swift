import CommandLineKit
import Server

/// `--data DIR` or `--database DSN`, which every command takes.
struct DatabaseOptions: Sendable {
    static let summaries = [
        OptionSummary("--data DIR", "Keep a private PostgreSQL in this directory (or PHAROS_DATA_DIR)"),
        OptionSummary("--database DSN", "Use this PostgreSQL (or PHAROS_DATABASE, which may hold a password)"),
    ]

    private let data: String?
    private let database: String?

    init(_ arguments: inout Arguments) throws(UsageError) {
        data = try arguments.takeOption("--data")
        database = try arguments.takeOption("--database")
        if data != nil && database != nil { throw UsageError("--data and --database exclude each other.") }
    }

    /// What was given: by option, else by the environment.
    func location(_ console: Console) throws -> DatabaseLocation {
        if let data { return .directory(data) }
        if let database { return .server(conninfo: database) }
        if let data = console.environment["PHAROS_DATA_DIR"], !data.isEmpty { return .directory(data) }
        if let database = console.environment["PHAROS_DATABASE"], !database.isEmpty {
            return .server(conninfo: database)
        }
        throw ServerError.noDatabase
    }

    /// The directory of the embedded cluster; an error where another database is meant.
    func directory(_ console: Console) throws -> String {
        guard case .directory(let directory) = try location(console) else {
            throw UsageError("This works on the embedded database alone (--data); use the tools of yours otherwise.")
        }
        return directory
    }
}
