import Glibc

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

    /// Checks that this user may enter a directory, and every one above it.
    ///
    /// PostgreSQL's own programs would say that a file inside is missing or forbidden, and not which door is closed.
    func checkEntry(to directory: String) async throws(ServerError) {
        guard try await !mayEnter(directory) else { return }
        var path = ""
        for name in directory.split(separator: "/") {
            path += "/\(name)"
            guard try await mayEnter(path) else { throw .closedDirectory(path: path, user: self.name) }
        }
    }

    private func mayEnter(_ directory: String) async throws(ServerError) -> Bool {
        try await running(ChildProgram("/usr/bin/test", ["-x", directory])).end().status == 0
    }
}
