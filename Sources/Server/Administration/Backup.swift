import EventStore
import Glibc

/// A copy of an embedded cluster's database in one file, made while it may go on serving.
public enum Backup {
    /// What the operator has to do again after a restore, since the backup cannot know it.
    public static let afterRestore = [
        "Start the server: every agent pushes again what the backup lacks, by itself.",
        "Revoke again whoever was revoked after the backup (pharosd agents, pharosd revoke).",
        "Invite again whoever joined after the backup, and make links again that were made after it (pharosd invite).",
        "Publish again (pharos publish): devices accept it, since its number is above any that they may hold.",
    ]

    /// Writes a backup; the file is there whole or not at all.
    public static func write(of directory: String, to path: String) async throws {
        try await DatabaseLocation.directory(directory).visitCluster(of: directory) { cluster in
            let draft = "\(path).new"
            try FileSystem.createFile(draft, for: cluster.user)
            try await cluster.command(
                "pg_dump",
                ["--format=custom", "--schema=pharos", "--file=\(draft)", "--dbname=\(cluster.conninfo)"]
            ).run()
            try FileSystem.replace(path, with: draft)
        }
    }

    /// Fills a new directory from a backup.
    public static func restore(_ path: String, into directory: String) async throws {
        guard !FileSystem.exists("\(directory)/postgres/PG_VERSION") else {
            throw ServerError.notEmpty(directory: directory)
        }
        guard try FileSystem.begins(path, with: "PGDMP") else { throw ServerError.notABackup(path: path) }
        let cluster = try await EmbeddedCluster(making: directory)
        let lock = try await cluster.reserve()
        let result: Result<Void, any Error>
        do {
            try await cluster.startEmpty()
            let copy = "\(cluster.directory)/restoring"
            try FileSystem.copy(path, to: copy, for: cluster.user)
            defer { FileSystem.remove(copy) }
            try await cluster.command(
                "pg_restore",
                ["--exit-on-error", "--single-transaction", "--dbname=\(cluster.conninfo)", copy]
            ).run()
            let session = try Session(cluster.conninfo)
            try Migrator(session).migrate()
            try RestoredReleases.leaveRoom(on: session)
            result = .success(())
        } catch {
            result = .failure(error)
        }
        try await cluster.stop()
        withExtendedLifetime(lock) {}
        try result.get()
    }
}
