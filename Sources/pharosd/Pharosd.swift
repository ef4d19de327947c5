import CommandLineKit
import Crypto
import EventLoop
import EventStore
import Server
import Terminal

/// The server of Pharos: keeps the events of projects, and whatever an operator does beside it.
@main
enum Pharosd {
    static func main() async {
        await Terminal.run(
            Program(
                name: "pharosd",
                version: "0.1.0",
                summary: "keeps the surveys of venues, and serves their agents and devices",
                groups: [
                    CommandGroup(title: "Serving", commands: [RunCommand.self, StatusCommand.self]),
                    CommandGroup(
                        title: "Who may come in",
                        commands: [InviteCommand.self, AgentsCommand.self, RevokeCommand.self]
                    ),
                    CommandGroup(
                        title: "The database",
                        commands: [MigrateCommand.self, BackupCommand.self, RestoreCommand.self]
                    ),
                ],
                commonOptions: DatabaseOptions.summaries
            )
        )
    }
}

extension ServerError: ExplainedError {
    public var exitStatus: ExitStatus {
        switch self {
        case .noDatabase, .noSuchProject, .ambiguousProject, .noSuchAgent, .ambiguousAgent, .noAddress: .usage
        case .noPostgres, .otherPostgres, .inUse: .unavailable
        case .notABackup: .data
        case .commandFailed, .noUnprivilegedUser, .file, .noCluster, .notEmpty: .io
        }
    }
}

extension EventStoreError: ExplainedError {
    public var exitStatus: ExitStatus {
        switch self {
        case .unreachable, .connectionLost, .timedOut, .unavailable, .overloaded: .unavailable
        case .notMigrated, .schemaTooNew, .migrationChanged, .damaged: .data
        case .roleMissing: .notAllowed
        case .rejected: .software
        }
    }
}

extension NetworkError: ExplainedError {
    public var exitStatus: ExitStatus { .unavailable }
}

extension CryptoError: ExplainedError {
    public var exitStatus: ExitStatus { .software }
}
