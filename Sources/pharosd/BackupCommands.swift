import CommandLineKit
import JSON
import Server

/// `pharosd backup`: writes the embedded database into a file.
struct BackupCommand: Subcommand {
    static let name = "backup"
    static let summary = "Write the embedded database into a file, also while it serves"
    static let usage = "FILE --data DIR"
    static let discussion = "The file holds the server's private keys: keep it as you keep the data directory."

    private let database: DatabaseOptions
    private let file: String

    init(_ arguments: inout Arguments) throws(UsageError) {
        database = try DatabaseOptions(&arguments)
        file = try arguments.takeWord("a file to write")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try await Backup.write(of: database.directory(console), to: file)
        console.answer(["file": .string(file)], "Wrote \(file).")
        return .success
    }
}

/// `pharosd restore`: makes a new embedded database from a backup.
struct RestoreCommand: Subcommand {
    static let name = "restore"
    static let summary = "Make a new embedded database from a backup"
    static let usage = "FILE --data DIR"

    private let database: DatabaseOptions
    private let file: String

    init(_ arguments: inout Arguments) throws(UsageError) {
        database = try DatabaseOptions(&arguments)
        file = try arguments.takeWord("a file of pharosd backup")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let directory = try database.directory(console)
        try await Backup.restore(file, into: directory)
        console.answer(
            ["directory": .string(directory), "next": .array(Backup.afterRestore.map { .string($0) })],
            (["Restored \(file) into \(directory). What to do now:"] + Backup.afterRestore.map { "- \($0)" })
                .joined(separator: "\n")
        )
        return .success
    }
}
