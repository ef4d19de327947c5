/// Why the server could not do what it was asked for.
public enum ServerError: Error, Hashable, Sendable {
    /// No PostgreSQL of version 15 or later is installed.
    case noPostgres
    /// A program of PostgreSQL, or of the system, ended with an error.
    case commandFailed(command: String, status: Int32, output: String)
    /// PostgreSQL refuses to run as root, and there is no other user for it.
    case noUnprivilegedUser(name: String)
    /// The user that PostgreSQL runs as may not enter a directory on the way to the data.
    case closedDirectory(path: String, user: String)
    /// The data directory belongs to another major version of PostgreSQL, which is not installed.
    case otherPostgres(version: String)
    /// Another pharosd uses the data directory.
    case inUse(directory: String)
    /// A file or directory could not be made, read or written.
    case file(path: String, reason: String)
    /// There is no cluster in the directory.
    case noCluster(directory: String)
    /// The directory holds a cluster already, which is never overwritten.
    case notEmpty(directory: String)
    /// The backup's file is not one, or was damaged.
    case notABackup(path: String)
    /// Neither `--data` nor `--database` was given.
    case noDatabase
    /// No project, or more than one, is meant by these words.
    case noSuchProject(String)
    case ambiguousProject(String)
    /// No agent, or more than one, is meant by these words.
    case noSuchAgent(String)
    case ambiguousAgent(String)
    /// The server never ran on this database, so nobody knows where it can be reached.
    case noAddress
}

extension ServerError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noPostgres: "PostgreSQL 15 or later is not installed."
        case .commandFailed(let command, let status, let output):
            "\(command) failed with status \(status)\(output.isEmpty ? "." : ": \(output)")"
        case .noUnprivilegedUser(let name): "PostgreSQL does not run as root, and there is no user \(name)."
        case .closedDirectory(let path, let user):
            "PostgreSQL runs as the user \(user), who may not enter \(path)."
        case .otherPostgres(let version): "The data was written by PostgreSQL \(version), which is not installed."
        case .inUse(let directory): "Another pharosd uses \(directory)."
        case .file(let path, let reason): "\(path): \(reason)"
        case .noCluster(let directory): "\(directory) holds no database of pharosd."
        case .notEmpty(let directory): "\(directory) holds a database already."
        case .notABackup(let path): "\(path) is no backup of pharosd."
        case .noDatabase: "Which database is meant?"
        case .noSuchProject(let words): "There is no project \(words)."
        case .ambiguousProject(let words): "\(words) means more than one project."
        case .noSuchAgent(let words): "There is no agent \(words)."
        case .ambiguousAgent(let words): "\(words) means more than one agent."
        case .noAddress: "It is not known where the server can be reached."
        }
    }

    /// What a person can do about it; nil where only a fix of the program helps.
    public var recovery: String? {
        switch self {
        case .noPostgres: "Install it (on Debian: apt-get install postgresql), or name a database with --database."
        case .commandFailed: "Look into the log beside the data, then try again."
        case .noUnprivilegedUser: "Install the distribution's package of PostgreSQL, which makes that user."
        case .closedDirectory(let path, _):
            "Choose a directory that everybody may enter, such as --data /var/lib/pharos, or allow it: chmod o+x \(path)"
        case .otherPostgres: "Install that version, or back up with it and restore into a new directory."
        case .inUse: "Stop the other one, or choose another directory with --data."
        case .file: "Check that the path exists and that you may use it."
        case .noCluster: "Check --data; `pharosd run` makes a new one."
        case .notEmpty: "Choose an empty directory with --data."
        case .notABackup: "Name a file that `pharosd backup` has written."
        case .noDatabase: "Name a directory with --data, or a PostgreSQL with --database."
        case .noSuchProject, .ambiguousProject:
            "`pharosd status` lists the projects; give the first digits of an identifier."
        case .noSuchAgent, .ambiguousAgent: "`pharosd agents` lists them; give the first digits of an identifier."
        case .noAddress: "Say so with --address HOST:PORT, or start `pharosd run` once."
        }
    }
}
