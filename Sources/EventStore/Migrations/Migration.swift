/// One step of the database's schema: forward only, never edited once released.
public struct Migration: Hashable, Sendable {
    public let number: Int
    /// The file's name without its ending.
    public let name: String
    public let sql: String

    public init(number: Int, name: String, sql: String) {
        self.number = number
        self.name = name
        self.sql = sql
    }

    /// The file's statements, without the semicolons that end them.
    ///
    /// A statement ends with a semicolon at the end of a line, outside of `$$ … $$`.
    var statements: [String] {
        var statements: [String] = []
        var lines: [Substring] = []
        var isQuoted = false
        for line in sql.split(separator: "\n") where isQuoted || !line.hasPrefix("--") {
            if line.split(separator: "$$", omittingEmptySubsequences: false).count.isMultiple(of: 2) {
                isQuoted.toggle()
            }
            if !isQuoted && line.hasSuffix(";") {
                lines.append(line.dropLast())
                statements.append(lines.joined(separator: "\n"))
                lines = []
            } else {
                lines.append(line)
            }
        }
        precondition(lines.isEmpty, "The last statement of \(name) does not end.")
        return statements
    }
}
