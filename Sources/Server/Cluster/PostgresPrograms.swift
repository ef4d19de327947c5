import Glibc

/// An installed version of PostgreSQL: where its programs are.
struct PostgresPrograms: Hashable, Sendable {
    let directory: String
    let major: Int

    /// The lowest major version that Pharos works with.
    static let lowestMajor = 15

    subscript(name: String) -> String { "\(directory)/\(name)" }

    /// The newest installed version, or the one of which a cluster was made.
    ///
    /// `PHAROS_POSTGRES_BIN` names the directory where it is in an unusual place.
    static func find(major wanted: Int? = nil) async throws(ServerError) -> PostgresPrograms {
        var directories: [String] = []
        if let named = getenv("PHAROS_POSTGRES_BIN") { directories.append(String(cString: named)) }
        for base in ["/usr/lib/postgresql", "/usr/local/pgsql"] {
            directories += FileSystem.names(in: base).map { "\(base)/\($0)/bin" }
        }
        directories += ["/usr/bin", "/usr/local/bin", "/usr/local/pgsql/bin"]
        var newest: PostgresPrograms?
        for directory in directories where FileSystem.isExecutable("\(directory)/initdb") {
            let text = try await ChildProgram("\(directory)/initdb", ["--version"]).run()
            // Such as "initdb (PostgreSQL) 15.8 (Debian 15.8-0+deb12u1)".
            guard let version = text.split(separator: " ").first(where: { $0.first?.isNumber == true }),
                let major = Int(version.prefix { $0.isNumber }), major >= lowestMajor,
                wanted == nil || wanted == major, major > newest?.major ?? 0
            else { continue }
            newest = PostgresPrograms(directory: directory, major: major)
        }
        if let newest { return newest }
        throw wanted.map { .otherPostgres(version: "\($0)") } ?? .noPostgres
    }
}
