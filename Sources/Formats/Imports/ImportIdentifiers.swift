public import Survey

/// Derives the identifiers of imported things from the project and from what the set calls them.
///
/// Agents that import parts of one set apart, each offline, so name the shared floors and slots alike
/// (`docs/adr/0801-imports-derive-their-identifiers.md`).
public struct ImportIdentifiers: Sendable {
    private let project: ProjectID
    private let hashing: any Hashing

    public init(project: ProjectID, hashing: any Hashing) {
        self.project = project
        self.hashing = hashing
    }

    /// The identifier of a thing: the first 16 bytes of SHA-256 of the project, the set, the kind and the name.
    func identifier<Subject>(_ set: String, _ kind: String, _ name: String) -> Identifier<Subject> {
        let words = ["pharos import", set, kind, name]
        let bytes = project.bytes + words.flatMap { Array($0.utf8) + [0] }
        return Identifier(bytes: hashing.sha256(bytes).bytes.prefix(16))!
    }

    /// The digest of a blob.
    func digest(of bytes: [UInt8]) -> Digest { hashing.sha256(bytes) }
}
