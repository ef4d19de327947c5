import CommandLineKit
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
                    CommandGroup("Serving", [RunCommand.self, StatusCommand.self]),
                    CommandGroup(
                        "Who may come in",
                        [InviteCommand.self, AgentsCommand.self, RevokeCommand.self]
                    ),
                    CommandGroup(
                        "The database",
                        [MigrateCommand.self, BackupCommand.self, RestoreCommand.self, VerifyCommand.self]
                    ),
                ],
                commonOptions: DatabaseOptions.summaries
            )
        )
    }
}
