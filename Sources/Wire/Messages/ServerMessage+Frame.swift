import CPharosSchema
import CProtobufC
import Survey
public import Sync

extension ServerMessage: FrameMessage {
    /// The message as a protobuf `Frame`.
    public var frameBody: [UInt8] { packedFrame { raw, arena in write(to: &raw, in: arena) } }

    /// The message that a protobuf `Frame` holds.
    public init(frameBody: UnsafeBufferPointer<UInt8>) throws(FrameError) {
        self = try unpackedFrame(frameBody) { raw throws(MalformedMessage) in try ServerMessage(raw) }
    }

    private func write(to raw: inout Pharos__Frame, in arena: borrowing Arena) {
        switch self {
        case .joined(let joined): (raw.message_case, raw.joined) = (PHAROS__FRAME__MESSAGE_JOINED, arena.part(joined))
        case .refused(let refusal):
            (raw.message_case, raw.refused) = (PHAROS__FRAME__MESSAGE_REFUSED, arena.part(refusal))
        case .welcome(let welcome):
            (raw.message_case, raw.welcome) = (PHAROS__FRAME__MESSAGE_WELCOME, arena.part(welcome))
        case .pushed(let incarnation, let through):
            let pushed = arena.message(pharos__pushed__init)
            (pushed.pointee.incarnation, pushed.pointee.through) = (incarnation.value, through)
            (raw.message_case, raw.pushed) = (PHAROS__FRAME__MESSAGE_PUSHED, pushed)
        case .gap(let incarnation, let expected):
            let gap = arena.message(pharos__gap__init)
            (gap.pointee.incarnation, gap.pointee.expected) = (incarnation.value, expected)
            (raw.message_case, raw.gap) = (PHAROS__FRAME__MESSAGE_GAP, gap)
        case .fork(let incarnation, let at):
            let fork = arena.message(pharos__fork__init)
            (fork.pointee.incarnation, fork.pointee.at) = (incarnation.value, at)
            (raw.message_case, raw.fork) = (PHAROS__FRAME__MESSAGE_FORK, fork)
        case .busy(let incarnation, let retryAfter):
            let busy = arena.message(pharos__busy__init)
            (busy.pointee.incarnation, busy.pointee.retry_after) = (incarnation.value, retryAfter)
            (raw.message_case, raw.busy) = (PHAROS__FRAME__MESSAGE_BUSY, busy)
        case .common(let common): (raw.message_case, raw.common) = (PHAROS__FRAME__MESSAGE_COMMON, arena.part(common))
        case .events(let batch): (raw.message_case, raw.events) = (PHAROS__FRAME__MESSAGE_EVENTS, arena.part(batch))
        case .blobState(let state):
            (raw.message_case, raw.blob_state) = (PHAROS__FRAME__MESSAGE_BLOB_STATE, arena.part(state))
        case .chunk(let chunk): (raw.message_case, raw.chunk) = (PHAROS__FRAME__MESSAGE_CHUNK, arena.part(chunk))
        case .missing(let content):
            (raw.message_case, raw.missing) = (PHAROS__FRAME__MESSAGE_MISSING, arena.part(content))
        case .release(let answer):
            (raw.message_case, raw.release) = (PHAROS__FRAME__MESSAGE_RELEASE, arena.part(answer))
        case .published(let release, let matching):
            let published = arena.message(pharos__published__init)
            published.pointee.release = release
            if let matching { published.pointee.matching = arena.part(matching) }
            (raw.message_case, raw.published) = (PHAROS__FRAME__MESSAGE_PUBLISHED, published)
        case .invited(let link):
            let invited = arena.message(pharos__invited__init)
            invited.pointee.link = arena.data(link)
            (raw.message_case, raw.invited) = (PHAROS__FRAME__MESSAGE_INVITED, invited)
        case .revoked(let agent, let undone):
            let revoked = arena.message(pharos__revoked__init)
            (revoked.pointee.agent, revoked.pointee.undone) = (arena.data(agent), undone ? 1 : 0)
            (raw.message_case, raw.revoked) = (PHAROS__FRAME__MESSAGE_REVOKED, revoked)
        case .pong: (raw.message_case, raw.pong) = (PHAROS__FRAME__MESSAGE_PONG, arena.message(pharos__pong__init))
        }
    }

    private init(_ raw: Pharos__Frame) throws(MalformedMessage) {
        switch raw.message_case {
        case PHAROS__FRAME__MESSAGE_JOINED: self = .joined(try required(raw.joined, "joined"))
        case PHAROS__FRAME__MESSAGE_REFUSED: self = .refused(try required(raw.refused, "refused"))
        case PHAROS__FRAME__MESSAGE_WELCOME: self = .welcome(try required(raw.welcome, "welcome"))
        case PHAROS__FRAME__MESSAGE_PUSHED:
            let pushed = try present(raw.pushed)
            self = .pushed(incarnation: Incarnation(pushed.incarnation), through: pushed.through)
        case PHAROS__FRAME__MESSAGE_GAP:
            let gap = try present(raw.gap)
            self = .gap(incarnation: Incarnation(gap.incarnation), expected: gap.expected)
        case PHAROS__FRAME__MESSAGE_FORK:
            let fork = try present(raw.fork)
            self = .fork(incarnation: Incarnation(fork.incarnation), at: fork.at)
        case PHAROS__FRAME__MESSAGE_BUSY:
            let busy = try present(raw.busy)
            self = .busy(incarnation: Incarnation(busy.incarnation), retryAfter: busy.retry_after)
        case PHAROS__FRAME__MESSAGE_COMMON: self = .common(try required(raw.common, "common"))
        case PHAROS__FRAME__MESSAGE_EVENTS: self = .events(try required(raw.events, "events"))
        case PHAROS__FRAME__MESSAGE_BLOB_STATE: self = .blobState(try required(raw.blob_state, "blob_state"))
        case PHAROS__FRAME__MESSAGE_CHUNK: self = .chunk(try required(raw.chunk, "chunk"))
        case PHAROS__FRAME__MESSAGE_MISSING: self = .missing(try required(raw.missing, "missing"))
        case PHAROS__FRAME__MESSAGE_RELEASE: self = .release(try required(raw.release, "release"))
        case PHAROS__FRAME__MESSAGE_PUBLISHED:
            let published = try present(raw.published)
            self = .published(release: published.release, matching: try optional(published.matching))
        case PHAROS__FRAME__MESSAGE_INVITED: self = .invited(link: try present(raw.invited).link.text("link"))
        case PHAROS__FRAME__MESSAGE_REVOKED:
            let revoked = try present(raw.revoked)
            self = .revoked(agent: try revoked.agent.identifier("agent"), undone: revoked.undone != 0)
        case PHAROS__FRAME__MESSAGE_PONG: self = .pong
        default: throw MalformedMessage("The frame holds no message that a server sends.")
        }
    }
}
