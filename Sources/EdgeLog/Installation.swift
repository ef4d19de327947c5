import Glibc

/// The directory of one agent: its key, its log, its plans, and what lies apart from the log on purpose.
///
/// ```
/// key              the private key, readable by its owner alone
/// acknowledged     the sidecar: the highest acknowledged sequence, to notice a log that was rolled back
/// log/edge.sqlite  the database, with SQLite's own files beside it
/// server           where the server is and what it allows, once the agent has joined
/// plans/           floor plans and pictures, named by their SHA-256
/// ```
public struct Installation: Hashable, Sendable {
    /// The directory, without a slash at its end.
    public let path: String

    public init(at path: String) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// The private key's file.
    public var keyFile: String { path + "/key" }
    /// The database's directory: restored or copied as a whole, if at all.
    public var logDirectory: String { path + "/log" }
    /// The database.
    public var logFile: String { logDirectory + "/edge.sqlite" }
    /// The sidecar, outside the database's directory.
    public var sidecarFile: String { path + "/acknowledged" }
    /// What is known of the server, in the words of whoever keeps it.
    public var serverFile: String { path + "/server" }
    /// Where plans and pictures lie.
    public var plansDirectory: String { path + "/plans" }

    /// Whether the directory holds a key.
    public var hasKey: Bool { DurableFile.exists(keyFile) }
    /// Whether the directory holds a log.
    public var hasLog: Bool { DurableFile.exists(logFile) }

    /// Keeps a new private key, in a file that only its owner can read.
    ///
    /// - Throws: ``EdgeLogError/alreadyThere(path:)`` where there is a key: it is never replaced.
    public func keep(key: [UInt8]) throws(EdgeLogError) {
        guard !hasKey else { throw .alreadyThere(path: path) }
        try DurableFile.makeDirectory(path)
        try DurableFile.write(key, to: keyFile, mode: 0o600)
        try DurableFile.flushDirectory(path)
    }

    /// The private key.
    ///
    /// - Throws: ``EdgeLogError/cannotOpen(path:reason:)`` also where others could read the file.
    public func key() throws(EdgeLogError) -> [UInt8] {
        guard hasKey else { throw .notThere(path: path) }
        var status = stat()
        guard stat(keyFile, &status) == 0 else { throw DurableFile.failure(keyFile) }
        guard status.st_mode & 0o077 == 0 else {
            throw .cannotOpen(path: keyFile, reason: "others may read this private key; run chmod 600 on it")
        }
        return try DurableFile.read(keyFile)
    }

    /// Keeps what is known of the server, instead of what was known before.
    public func keep(server: [UInt8]) throws(EdgeLogError) {
        try DurableFile.write(server, to: serverFile, mode: 0o600)
        try DurableFile.flushDirectory(path)
    }

    /// What is known of the server; nil where the agent has not joined.
    public func server() throws(EdgeLogError) -> [UInt8]? {
        DurableFile.exists(serverFile) ? try DurableFile.read(serverFile) : nil
    }
}
