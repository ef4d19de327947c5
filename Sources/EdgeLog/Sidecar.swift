import Survey

/// What the server has acknowledged at most, kept outside the database: a log that holds less was rolled back.
struct Sidecar: Hashable {
    var incarnation: Incarnation
    var acknowledged: UInt64

    private static let title = "pharos acknowledged 1"

    init(incarnation: Incarnation, acknowledged: UInt64) {
        self.incarnation = incarnation
        self.acknowledged = acknowledged
    }

    /// Reads the file; nil where there is none, or none that we wrote: then it can warn of nothing.
    init?(at path: String) {
        guard let bytes = try? DurableFile.read(path) else { return nil }  // absent or unreadable: see above
        let words = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard words.count == 3, words[0] == Self.title, let incarnation = Incarnation(String(words[1])),
            let acknowledged = UInt64(words[2])
        else { return nil }
        self.init(incarnation: incarnation, acknowledged: acknowledged)
    }

    /// Replaces the file and flushes it.
    func write(to path: String) throws(EdgeLogError) {
        try DurableFile.write(Array("\(Self.title)\n\(incarnation)\n\(acknowledged)\n".utf8), to: path, mode: 0o600)
    }
}
