import Crypto
public import EdgeLog
public import EventLoop
import Link
import Survey
public import Sync

/// Lets an installation in where a join link leads.
public enum Joining {
    /// Makes a key where there is none, shows it to the server with the link's code, and keeps what the server answers.
    ///
    /// May be repeated after any failure: the same code with the same key gets the same answer. A surveyor or admin
    /// whose directory has no log yet gets one, for the server's project.
    public static func join(
        _ joinLink: JoinLink,
        into installation: Installation,
        as name: String,
        on loop: EventLoop
    ) async throws -> Membership {
        let key = try LocalAgent.key(of: installation)
        let project = installation.hasLog ? try LocalAgent(opening: installation.path).log.project : nil
        let join = Join(code: joinLink.code, publicKey: key.publicKey, name: name, project: project)
        let endpoint = Endpoint(host: joinLink.host, port: joinLink.port)
        let link = try await ClientLink.dial(endpoint, pin: joinLink.pin, on: loop)
        let joined = try await converse(join, over: link)
        await link.finish()
        let membership = Membership(joinLink, joined)
        if joined.role != .device, !installation.hasLog {
            _ = try LocalAgent(creating: installation.path, project: joined.project)
        }
        try membership.keep(in: installation)
        return membership
    }

    private static func converse(_ join: Join, over link: ClientLink) async throws -> Joined {
        var session = JoinSession(join)
        let clock = SystemClock()
        try await link.send([session.begin(at: clock.now().sinceBoot)])
        let watchdog = Task {
            try await ContinuousClock().sleep(for: .milliseconds(Limits.Deadline.answer))
            await link.close()
        }
        defer { watchdog.cancel() }
        do {
            for try await batch in link.messages {
                for message in batch {
                    switch session.receive(message) {
                    case .joined(let joined): return joined
                    case .failed(let reason): throw AgentError.ended(reason)
                    case nil: continue
                    }
                }
            }
        } catch LinkError.closed {
            throw AgentError.ended(.timedOut("the request to join"))
        }
        throw AgentError.hungUp
    }
}
