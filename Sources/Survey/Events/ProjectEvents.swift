/// The survey of one venue begins; the first event of a project.
public struct ProjectCreated: Hashable, Sendable {
    public let project: ProjectID
    /// 1–200 characters, any script.
    public let name: String

    public init(project: ProjectID, name: String) {
        self.project = project
        self.name = name
    }
}

/// The project has another name.
public struct ProjectRenamed: Hashable, Sendable {
    /// 1–200 characters, any script.
    public let name: String

    public init(name: String) {
        self.name = name
    }
}
