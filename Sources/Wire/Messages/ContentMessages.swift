import CPharosSchema
import CProtobufC
import Survey
import Sync

extension ContentReference: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__ContentReference>?) -> Void {
        pharos__content_reference__init
    }

    func write(to raw: inout Pharos__ContentReference, in arena: borrowing Arena) {
        raw.kind = Pharos__ContentReference__Kind(rawValue: UInt32(kind.rawValue))
        raw.hash = arena.data(hash)
    }

    init(_ raw: Pharos__ContentReference) throws(MalformedMessage) {
        self.init(kind: try known(raw.kind.rawValue, "kind"), hash: try raw.hash.digest("hash"))
    }
}

extension Chunk: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__Chunk>?) -> Void { pharos__chunk__init }

    func write(to raw: inout Pharos__Chunk, in arena: borrowing Arena) {
        raw.content = arena.part(content)
        raw.offset = offset
        raw.total = total
        raw.bytes = arena.data(bytes)
    }

    init(_ raw: Pharos__Chunk) throws(MalformedMessage) {
        guard raw.bytes.len <= Self.maximumSize else {
            throw MalformedMessage("A chunk has \(raw.bytes.len) bytes, more than \(Self.maximumSize).")
        }
        let (end, overflow) = raw.offset.addingReportingOverflow(UInt64(raw.bytes.len))
        guard !overflow, end <= raw.total else { throw MalformedMessage("A chunk reaches past the end of its whole.") }
        self.init(
            content: try required(raw.content, "content"),
            offset: raw.offset,
            total: raw.total,
            bytes: raw.bytes.array
        )
    }
}

extension BlobOffer: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__BlobOffer>?) -> Void { pharos__blob_offer__init }

    func write(to raw: inout Pharos__BlobOffer, in arena: borrowing Arena) {
        raw.hash = arena.data(hash)
        raw.byte_count = byteCount
    }

    init(_ raw: Pharos__BlobOffer) throws(MalformedMessage) {
        self.init(hash: try raw.hash.digest("hash"), byteCount: raw.byte_count)
    }
}

extension BlobState: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__BlobState>?) -> Void { pharos__blob_state__init }

    func write(to raw: inout Pharos__BlobState, in arena: borrowing Arena) {
        raw.hash = arena.data(hash)
        switch progress {
        case .partial(let received):
            raw.progress = PHAROS__BLOB_STATE__PROGRESS__PARTIAL
            (raw.has_received, raw.received) = (1, received)
        case .complete: raw.progress = PHAROS__BLOB_STATE__PROGRESS__COMPLETE
        case .notWanted: raw.progress = PHAROS__BLOB_STATE__PROGRESS__NOT_WANTED
        case .corrupted: raw.progress = PHAROS__BLOB_STATE__PROGRESS__CORRUPTED
        }
    }

    init(_ raw: Pharos__BlobState) throws(MalformedMessage) {
        let progress: Progress
        switch raw.progress {
        case PHAROS__BLOB_STATE__PROGRESS__PARTIAL where raw.has_received != 0:
            progress = .partial(received: raw.received)
        case PHAROS__BLOB_STATE__PROGRESS__COMPLETE: progress = .complete
        case PHAROS__BLOB_STATE__PROGRESS__NOT_WANTED: progress = .notWanted
        case PHAROS__BLOB_STATE__PROGRESS__CORRUPTED: progress = .corrupted
        default: throw MalformedMessage("progress \(raw.progress.rawValue) is unknown or lacks its offset.")
        }
        self.init(hash: try raw.hash.digest("hash"), progress: progress)
    }
}

extension Fetch: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__Fetch>?) -> Void { pharos__fetch__init }

    func write(to raw: inout Pharos__Fetch, in arena: borrowing Arena) {
        raw.content = arena.part(content)
        raw.offset = offset
    }

    init(_ raw: Pharos__Fetch) throws(MalformedMessage) {
        self.init(content: try required(raw.content, "content"), offset: raw.offset)
    }
}

extension HeldRelease: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__HeldRelease>?) -> Void { pharos__held_release__init }

    func write(to raw: inout Pharos__HeldRelease, in arena: borrowing Arena) {
        raw.number = number
        raw.manifest = arena.data(manifest)
    }

    init(_ raw: Pharos__HeldRelease) throws(MalformedMessage) {
        self.init(number: raw.number, manifest: try raw.manifest.digest("manifest"))
    }
}

extension ReleaseAnswer: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__ReleaseAnswer>?) -> Void { pharos__release_answer__init }

    func write(to raw: inout Pharos__ReleaseAnswer, in arena: borrowing Arena) {
        switch self {
        case .upToDate: raw.kind = PHAROS__RELEASE_ANSWER__KIND__UP_TO_DATE
        case .none: raw.kind = PHAROS__RELEASE_ANSWER__KIND__NONE
        case .manifest(let bytes):
            raw.kind = PHAROS__RELEASE_ANSWER__KIND__MANIFEST
            (raw.has_content, raw.content) = (1, arena.data(bytes))
        case .delta(let bytes):
            raw.kind = PHAROS__RELEASE_ANSWER__KIND__DELTA
            (raw.has_content, raw.content) = (1, arena.data(bytes))
        case .unknownManifest: raw.kind = PHAROS__RELEASE_ANSWER__KIND__UNKNOWN_MANIFEST
        }
    }

    init(_ raw: Pharos__ReleaseAnswer) throws(MalformedMessage) {
        switch raw.kind {
        case PHAROS__RELEASE_ANSWER__KIND__UP_TO_DATE: self = .upToDate
        case PHAROS__RELEASE_ANSWER__KIND__NONE: self = .none
        case PHAROS__RELEASE_ANSWER__KIND__MANIFEST where raw.has_content != 0: self = .manifest(raw.content.array)
        case PHAROS__RELEASE_ANSWER__KIND__DELTA where raw.has_content != 0: self = .delta(raw.content.array)
        case PHAROS__RELEASE_ANSWER__KIND__UNKNOWN_MANIFEST: self = .unknownManifest
        default: throw MalformedMessage("kind \(raw.kind.rawValue) is unknown or lacks its content.")
        }
    }
}

extension Invitation: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__Invitation>?) -> Void { pharos__invitation__init }

    func write(to raw: inout Pharos__Invitation, in arena: borrowing Arena) {
        raw.role = Pharos__Role(rawValue: UInt32(role.rawValue))
        if let uses { (raw.has_uses, raw.uses) = (1, uses) }
        raw.validity = validity
    }

    init(_ raw: Pharos__Invitation) throws(MalformedMessage) {
        self.init(
            role: try known(raw.role.rawValue, "role"),
            uses: raw.has_uses == 0 ? nil : raw.uses,
            validity: raw.validity
        )
    }
}
