public import EdgeLog
public import EventLoop
import JSON
public import Survey
public import Sync

/// What an installation knows of the server it joined: where it is, how to know it, and what it allows.
public struct Membership: Hashable, Sendable {
    public let endpoint: Endpoint
    /// SHA-256 of the server's public key.
    public let pin: Digest
    public let project: ProjectID
    /// As the server said last; the server decides anew each time.
    public let role: Role
    /// The Ed25519 key that signs the project's releases: 32 bytes.
    public let projectKey: [UInt8]

    init(_ link: JoinLink, _ joined: Joined) {
        endpoint = Endpoint(host: link.host, port: link.port)
        pin = link.pin
        project = joined.project
        role = joined.role
        projectKey = joined.projectKey
    }

    /// Reads what `keep(in:)` wrote.
    ///
    /// - Throws: ``AgentError/notJoined(path:)`` where there is none, ``AgentError/damagedMembership(path:)``.
    public init(of installation: Installation) throws {
        guard let bytes = try installation.server() else { throw AgentError.notJoined(path: installation.path) }
        let json = try? JSONValue(parsing: bytes)  // what is no JSON is as damaged as what lacks a field
        guard let json, let host = json["host"]?.text, let port = json["port"]?.integer.flatMap(UInt16.init(exactly:)),
            let pin = json["pin"]?.text.flatMap(Digest.init),
            let project = json["project"]?.text.flatMap(ProjectID.init),
            let role = Role.allCases.first(where: { "\($0)" == json["role"]?.text }),
            let projectKey = json["projectKey"]?.text.flatMap({ [UInt8](hexadecimal: $0) })
        else { throw AgentError.damagedMembership(path: installation.serverFile) }
        endpoint = Endpoint(host: host, port: port)
        (self.pin, self.project, self.role, self.projectKey) = (pin, project, role, projectKey)
    }

    /// Keeps it in an installation.
    func keep(in installation: Installation) throws {
        let json: JSONValue = [
            "host": .string(endpoint.host),
            "pin": .string("\(pin)"),
            "port": JSONValue(endpoint.port),
            "project": .string("\(project)"),
            "projectKey": .string(projectKey.hexadecimal),
            "role": .string("\(role)"),
        ]
        try installation.keep(server: json.utf8 + [UInt8(ascii: "\n")])
    }
}
