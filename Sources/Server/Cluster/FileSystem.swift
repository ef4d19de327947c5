import Glibc

/// The few things that the cluster wants of the file system.
enum FileSystem {
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

    /// Makes a directory where there is none; those above it must be there.
    static func makeDirectory(_ path: String, mode: mode_t) throws(ServerError) {
        guard mkdir(path, mode) == 0 || errno == EEXIST else { throw failure(path) }
    }

    static func setOwner(_ path: String, _ user: PostgresUser) throws(ServerError) {
        guard chown(path, user.id, user.group) == 0 else { throw failure(path) }
    }

    /// The names in a directory, sorted; none where it is not there.
    static func names(in directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    static func read(_ path: String) throws(ServerError) -> String {
        guard let file = fopen(path, "re") else { throw failure(path) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer.prefix(count)
        }
    }

    /// Writes a file whole: it is there with all of its text, or as it was.
    static func write(_ text: String, to path: String) throws(ServerError) {
        let draft = "\(path).new"
        guard let file = fopen(draft, "we") else { throw failure(draft) }
        let bytes = Array(text.utf8)
        let isWritten =
            fwrite(bytes, 1, bytes.count, file) == bytes.count && fflush(file) == 0 && fsync(fileno(file)) == 0
        guard fclose(file) == 0, isWritten, rename(draft, path) == 0 else { throw failure(path) }
    }

    static func append(_ text: String, to path: String) throws(ServerError) {
        try write(try read(path) + text, to: path)
    }

    /// The path without links and dots; the path must exist.
    static func resolved(_ path: String) throws(ServerError) -> String {
        guard let resolved = realpath(path, nil) else { throw failure(path) }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    static func failure(_ path: String) -> ServerError {
        .file(path: path, reason: String(cString: strerror(errno)))
    }
}

/// Whom PostgreSQL runs as.
struct PostgresUser: Hashable, Sendable {
    let name: String
    let id: uid_t
    let group: gid_t

    /// The user of the distribution's package where we are root, which PostgreSQL refuses to be; else nil: ourselves.
    static func needed(name: String = "postgres") throws(ServerError) -> PostgresUser? {
        guard geteuid() == 0 else { return nil }
        guard let entry = getpwnam(name) else { throw .noUnprivilegedUser(name: name) }
        return PostgresUser(name: name, id: entry.pointee.pw_uid, group: entry.pointee.pw_gid)
    }

    /// A program, run as this user.
    func running(_ program: ChildProgram) -> ChildProgram {
        let switching = ["--reuid=\(id)", "--regid=\(group)", "--init-groups", "--reset-env", "--"]
        return ChildProgram("/usr/bin/setpriv", switching + [program.path] + program.arguments)
    }
}
