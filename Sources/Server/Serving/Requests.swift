import Crypto
import EventLoop
import EventStore
import Survey
import Sync

/// Does what devices and admins ask for, and says what to answer.
struct Requests: Sendable {
    let pool: Pool
    /// Tries what locates best, for everybody who publishes.
    let judge: SurveyJudge

    private var publisher: Publisher { Publisher(pool: pool, judge: judge) }

    /// Answers a request; the session has checked that the peer's role allows it.
    func perform(_ request: ClientMessage, for peer: Conversation.Peer?) async throws(EventStoreError) -> ServerMessage
    {
        if case .join(let join) = request { return try await admit(join) }
        guard let peer else { preconditionFailure("The session serves nobody before Hello.") }
        switch request {
        case .checkRelease(let held): return .release(try await publisher.answer(to: held, in: peer.project))
        case .showManifest(let manifest): return .release(try await publisher.take(manifest, in: peer.project))
        case .publish: return try await publisher.publish(peer.project, by: peer.agent)
        case .invite(let invitation): return try await invite(invitation, to: peer.project)
        case .revoke(let agent, let undo):
            let isKnown = try await AgentStore(pool: pool).revoke(agent, in: peer.project, undo: undo)
            return isKnown
                ? .revoked(agent: agent, undone: undo)
                : .refused(.impossible("No agent \(agent) was let into this project."))
        default: preconditionFailure("The session does not ask for this.")
        }
    }

    private func admit(_ join: Join) async throws(EventStoreError) -> ServerMessage {
        guard join.publicKey.count == SigningKey.byteCount, join.code.count == JoinLink.codeSize,
            join.name.count <= Self.longestName
        else { return .refused(.protocolViolation("A join has a key, a code and a short name.")) }
        let key: SigningKey
        do throws(CryptoError) {
            key = try SigningKey()
        } catch {
            return .refused(.retryAfter(1_000))
        }
        let outcome = try await Enrolment(pool: pool).join(
            join,
            as: SHA256().agentID(ofPublicKey: join.publicKey),
            newKey: ProjectKey(privateKey: key.bytes, publicKey: key.publicKey)
        )
        switch outcome {
        case .joined(let project, let role, let projectKey):
            return .joined(Joined(project: project, role: role, projectKey: projectKey))
        case .invalidCode: return .refused(.invalidCode)
        case .expiredCode: return .refused(.expiredCode)
        case .otherProject: return .refused(.otherProject)
        case .noProject: return .refused(.impossible("This link founds a project: create one first, then join."))
        case .revoked: return .refused(.revoked)
        }
    }

    private func invite(_ invitation: Invitation, to project: ProjectID) async throws(EventStoreError) -> ServerMessage
    {
        guard invitation.uses == 1 || invitation.role == .device, invitation.uses != 0 else {
            return .refused(.impossible("Only devices may share a link."))
        }
        guard (1...Self.longestValidity).contains(invitation.validity) else {
            return .refused(.impossible("A link holds for at most 366 days."))
        }
        do {
            let link = try await Administration(pool: pool).invite(
                to: project,
                role: invitation.role,
                uses: invitation.uses,
                validity: .milliseconds(Int64(invitation.validity))
            )
            return .invited(link: link.description)
        } catch let error as EventStoreError {
            throw error
        } catch {
            return .refused(.impossible("\(error)"))
        }
    }

    private static let longestName = 200
    /// Milliseconds.
    private static let longestValidity: UInt64 = 366 * 86_400_000
}
