/// Which database a command works on.
public enum DatabaseLocation: Hashable, Sendable {
    /// The embedded cluster in a data directory.
    case directory(String)
    /// Any PostgreSQL, by a libpq connection string or URI.
    case server(conninfo: String)
}
