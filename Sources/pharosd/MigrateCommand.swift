import CommandLineKit
import EventStore
import JSON
import Server

/// `pharosd migrate`: brings the database's schema up to date.
struct MigrateCommand: Subcommand {
    static let name = "migrate"
    static let summary = "Bring the database's schema up to date"
    static let usage = "[--data DIR | --database DSN]"
    static let discussion = """
        The login must own the database, and be allowed to create the role pharos_app once. The server itself needs no
        more than to be granted that role. An embedded database is migrated whenever it starts.
        """

    private let options: DatabaseOptions

    init(_ arguments: inout Arguments) throws(UsageError) {
        options = try DatabaseOptions(&arguments)
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let applied = try await options.location(console).migrate()
        console.answer(
            ["applied": .array(applied.map { .string($0.name) })],
            applied.isEmpty ? "The schema is up to date." : applied.map { "applied \($0.name)" }.joined(separator: "\n")
        )
        return .success
    }
}
