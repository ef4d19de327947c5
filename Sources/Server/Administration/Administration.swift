import Crypto
public import EventLoop
public import EventStore
public import Survey
public import Sync
import Wire

/// What an operator does beside a running server: inviting, revoking, looking.
public struct Administration: Sendable {
    private let pool: Pool

    public init(pool: Pool) { self.pool = pool }

    /// A project as an operator sees it.
    public struct Project: Hashable, Sendable {
        public let id: ProjectID
        /// nil where its ProjectCreated has not arrived yet.
        public let name: String?
    }

    /// The projects that the server knows, oldest first.
    public func projects() async throws -> [Project] {
        var projects: [Project] = []
        for id in try await AgentStore(pool: pool).projects() {
            projects.append(Project(id: id, name: try await name(of: id)))
        }
        return projects
    }

    /// The project that is meant by its name, its identifier, or the identifier's first digits.
    public func project(_ words: String) async throws -> Project {
        let projects = try await projects()
        let named = projects.filter { $0.name == words }
        let found = named.isEmpty ? projects.filter { $0.id.description.hasPrefix(words.lowercased()) } : named
        guard let project = found.first else { throw ServerError.noSuchProject(words) }
        guard found.count == 1 else { throw ServerError.ambiguousProject(words) }
        return project
    }

    /// The agent that is meant by its display name, its identifier, or the identifier's first digits.
    public func agent(_ words: String, in project: ProjectID?) async throws -> (ProjectID, EnrolledAgent) {
        let store = AgentStore(pool: pool)
        var found: [(ProjectID, EnrolledAgent)] = []
        for id in try await store.projects() where project == nil || project == id {
            found += try await store.agents(of: id).map { (id, $0) }
        }
        let named = found.filter { $0.1.name == words }
        found = named.isEmpty ? found.filter { $0.1.id.description.hasPrefix(words.lowercased()) } : named
        guard let agent = found.first else { throw ServerError.noSuchAgent(words) }
        guard found.count == 1 else { throw ServerError.ambiguousAgent(words) }
        return agent
    }

    /// What there is to say of a project.
    public func report(on project: Project) async throws -> StatusReport { try await StatusReport(project, pool: pool) }

    /// Makes an invitation and returns its link.
    public func invite(
        to project: ProjectID?,
        role: Role,
        uses: UInt32?,
        validity: Duration,
        at address: Endpoint? = nil
    ) async throws -> JoinLink {
        let known = try await ServerAddressStore(pool: pool).address()
        guard let address = address ?? known else { throw ServerError.noAddress }
        let identity = try await Self.identity(on: pool)
        var random = SystemRandomNumberGenerator()
        let code = (0..<JoinLink.codeSize).map { _ in UInt8.random(in: 0...255, using: &random) }
        try await Enrolment(pool: pool).invite(
            code: code,
            project: project,
            role: role,
            uses: uses,
            validity: validity
        )
        return JoinLink(host: address.host, port: address.port, pin: identity.pin, code: code)
    }

    /// The TLS identity of every server on this database; drawn where there is none.
    static func identity(on pool: Pool) async throws -> ServerIdentity {
        let stored = try await ServerKeyStore(pool: pool).identity {
            let fresh = try ServerIdentity()
            return ServerKeyStore.Identity(privateKey: fresh.privateKey, certificate: fresh.certificate)
        }
        return try ServerIdentity(certificate: stored.certificate, privateKey: stored.privateKey)
    }

    private func name(of project: ProjectID) async throws -> String? {
        let reader = EventReader(pool: pool)
        guard let envelope = try await reader.newest(of: [.projectCreated, .projectRenamed], in: project) else {
            return nil
        }
        let decoded = PayloadCoder().decode(
            kind: envelope.kind,
            schemaVersion: envelope.schemaVersion,
            payload: envelope.payload
        )
        switch decoded {
        case .event(.projectCreated(let event)): return event.name
        case .event(.projectRenamed(let event)): return event.name
        case .event, .unknown, .malformed: return nil
        }
    }
}
