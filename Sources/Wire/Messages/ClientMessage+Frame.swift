import CPharosSchema
import CProtobufC
import Survey
public import Sync

extension ClientMessage: FrameMessage {
    /// The message as a protobuf `Frame`.
    public var frameBody: [UInt8] { packedFrame { raw, arena in write(to: &raw, in: arena) } }

    /// The message that a protobuf `Frame` holds.
    public init(frameBody: UnsafeBufferPointer<UInt8>) throws(FrameError) {
        self = try unpackedFrame(frameBody) { raw throws(MalformedMessage) in try ClientMessage(raw) }
    }

    private func write(to raw: inout Pharos__Frame, in arena: borrowing Arena) {
        switch self {
        case .join(let join): (raw.message_case, raw.join) = (PHAROS__FRAME__MESSAGE_JOIN, arena.part(join))
        case .hello(let hello): (raw.message_case, raw.hello) = (PHAROS__FRAME__MESSAGE_HELLO, arena.part(hello))
        case .push(let push): (raw.message_case, raw.push) = (PHAROS__FRAME__MESSAGE_PUSH, arena.part(push))
        case .compare(let compare):
            (raw.message_case, raw.compare) = (PHAROS__FRAME__MESSAGE_COMPARE, arena.part(compare))
        case .pull(let pull): (raw.message_case, raw.pull) = (PHAROS__FRAME__MESSAGE_PULL, arena.part(pull))
        case .grant(let lane, let credit):
            let grant = arena.message(pharos__grant__init)
            grant.pointee.lane = lane.raw
            grant.pointee.credit = credit
            (raw.message_case, raw.grant) = (PHAROS__FRAME__MESSAGE_GRANT, grant)
        case .offerBlob(let offer):
            (raw.message_case, raw.offer_blob) = (PHAROS__FRAME__MESSAGE_OFFER_BLOB, arena.part(offer))
        case .chunk(let chunk): (raw.message_case, raw.chunk) = (PHAROS__FRAME__MESSAGE_CHUNK, arena.part(chunk))
        case .fetch(let fetch): (raw.message_case, raw.fetch) = (PHAROS__FRAME__MESSAGE_FETCH, arena.part(fetch))
        case .checkRelease(let held):
            let check = arena.message(pharos__check_release__init)
            if let held { check.pointee.held = arena.part(held) }
            (raw.message_case, raw.check_release) = (PHAROS__FRAME__MESSAGE_CHECK_RELEASE, check)
        case .showManifest(let manifest):
            let show = arena.message(pharos__show_manifest__init)
            show.pointee.manifest = arena.data(manifest)
            (raw.message_case, raw.show_manifest) = (PHAROS__FRAME__MESSAGE_SHOW_MANIFEST, show)
        case .publish:
            (raw.message_case, raw.publish) = (PHAROS__FRAME__MESSAGE_PUBLISH, arena.message(pharos__publish__init))
        case .invite(let invitation):
            (raw.message_case, raw.invite) = (PHAROS__FRAME__MESSAGE_INVITE, arena.part(invitation))
        case .revoke(let agent, let undo):
            let revoke = arena.message(pharos__revoke__init)
            revoke.pointee.agent = arena.data(agent)
            revoke.pointee.undo = undo ? 1 : 0
            (raw.message_case, raw.revoke) = (PHAROS__FRAME__MESSAGE_REVOKE, revoke)
        case .ping: (raw.message_case, raw.ping) = (PHAROS__FRAME__MESSAGE_PING, arena.message(pharos__ping__init))
        }
    }

    private init(_ raw: Pharos__Frame) throws(MalformedMessage) {
        switch raw.message_case {
        case PHAROS__FRAME__MESSAGE_JOIN: self = .join(try required(raw.join, "join"))
        case PHAROS__FRAME__MESSAGE_HELLO: self = .hello(try required(raw.hello, "hello"))
        case PHAROS__FRAME__MESSAGE_PUSH: self = .push(try required(raw.push, "push"))
        case PHAROS__FRAME__MESSAGE_COMPARE: self = .compare(try required(raw.compare, "compare"))
        case PHAROS__FRAME__MESSAGE_PULL: self = .pull(try required(raw.pull, "pull"))
        case PHAROS__FRAME__MESSAGE_GRANT:
            let grant = try present(raw.grant)
            self = .grant(lane: try known(grant.lane.rawValue, "lane"), credit: grant.credit)
        case PHAROS__FRAME__MESSAGE_OFFER_BLOB: self = .offerBlob(try required(raw.offer_blob, "offer_blob"))
        case PHAROS__FRAME__MESSAGE_CHUNK: self = .chunk(try required(raw.chunk, "chunk"))
        case PHAROS__FRAME__MESSAGE_FETCH: self = .fetch(try required(raw.fetch, "fetch"))
        case PHAROS__FRAME__MESSAGE_CHECK_RELEASE:
            self = .checkRelease(try optional(try present(raw.check_release).held))
        case PHAROS__FRAME__MESSAGE_SHOW_MANIFEST:
            self = .showManifest(try present(raw.show_manifest).manifest.array)
        case PHAROS__FRAME__MESSAGE_PUBLISH: self = .publish
        case PHAROS__FRAME__MESSAGE_INVITE: self = .invite(try required(raw.invite, "invite"))
        case PHAROS__FRAME__MESSAGE_REVOKE:
            let revoke = try present(raw.revoke)
            self = .revoke(agent: try revoke.agent.identifier("agent"), undo: revoke.undo != 0)
        case PHAROS__FRAME__MESSAGE_PING: self = .ping
        default: throw MalformedMessage("The frame holds no message that an agent or a device sends.")
        }
    }
}
