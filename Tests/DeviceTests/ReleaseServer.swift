import Crypto
import Device
import Fingerprints
import Survey
import Sync
import Wire

/// A server of releases at the other end of a link, and the ways in which it may fail.
actor ReleaseServer: DeviceLink {
    /// Oldest first; the last one is offered.
    private let releases: [EncodedRelease]
    private let failing: Failing
    private var outbox: [ServerMessage] = []
    private var chunksSent = 0
    private var isOver = false
    /// The offsets of content that were asked for.
    private(set) var fetched: [UInt64] = []
    private(set) var shownManifests = 0
    /// Bytes of manifests, deltas and content that arrived.
    private(set) var bytesDelivered = 0

    /// What goes wrong.
    struct Failing {
        /// The connection ends when so many pieces of content were sent.
        var afterChunks: Int?
        /// A bit of each piece is turned over.
        var flipsBits = false
        /// Every delta is made against the first release.
        var sendsWrongDelta = false
        /// The server was restored, and does not know what the device holds.
        var forgot = false
        /// Blocks are gone.
        var lostBlocks = false
    }

    init(_ releases: [EncodedRelease], _ failing: Failing = Failing()) {
        self.releases = releases
        self.failing = failing
    }

    func exporterBytes() -> [UInt8] { [UInt8](repeating: 5, count: 32) }

    func finish() { isOver = true }

    func next() -> [ServerMessage]? {
        if outbox.isEmpty || isOver { return nil }
        defer { outbox = [] }
        bytesDelivered += outbox.reduce(0) { $0 + Self.payload(of: $1) }
        return outbox
    }

    func send(_ messages: [ClientMessage]) throws {
        for message in messages where !isOver { outbox += answers(to: message) }
    }

    private static func payload(of message: ServerMessage) -> Int {
        switch message {
        case .release(.manifest(let bytes)), .release(.delta(let bytes)): bytes.count
        case .chunk(let chunk): chunk.bytes.count
        default: 0
        }
    }

    private func answers(to message: ClientMessage) -> [ServerMessage] {
        switch message {
        case .hello:
            [
                .welcome(
                    Welcome(
                        time: Timestamp(milliseconds: 0),
                        role: .device,
                        streams: [],
                        cursorsMatch: [],
                        projectHead: 0,
                        window: 1,
                        versions: Versions(sync: 1, projector: 1)
                    )
                )
            ]
        case .checkRelease(let held): [.release(answer(to: held))]
        case .showManifest:
            [.release(shown())]
        case .fetch(let fetch): chunk(fetch)
        default: []
        }
    }

    private func shown() -> ReleaseAnswer {
        shownManifests += 1
        return manifest
    }

    private var manifest: ReleaseAnswer {
        releases.last.map { .manifest(ReleaseCoder().encode($0.manifest)) } ?? .none
    }

    private func answer(to held: HeldRelease?) -> ReleaseAnswer {
        guard let newest = releases.last else { return .none }
        guard let held else { return manifest }
        func hash(_ release: EncodedRelease) -> Digest { SHA256().sha256(ReleaseCoder().encode(release.manifest)) }
        if failing.forgot { return .unknownManifest }
        if held.manifest == hash(newest) { return .upToDate }
        guard let old = failing.sendsWrongDelta ? releases.first : releases.first(where: { hash($0) == held.manifest }),
            let delta = ReleaseDelta(
                from: (old.manifest, old.assignments),
                to: (newest.manifest, newest.assignments)
            )
        else { return manifest }
        return .delta(ReleaseCoder().encode(delta))
    }

    private func chunk(_ fetch: Fetch) -> [ServerMessage] {
        fetched.append(fetch.offset)
        let blocks = releases.flatMap { zip($0.manifest.blocks, $0.blocks) }
        guard !failing.lostBlocks, let bytes = blocks.first(where: { $0.0.hash == fetch.content.hash })?.1 else {
            return [.missing(fetch.content)]
        }
        if let limit = failing.afterChunks, chunksSent >= limit {
            isOver = true
            return []
        }
        chunksSent += 1
        var piece = Array(bytes[Int(fetch.offset)...].prefix(Chunk.maximumSize))
        if failing.flipsBits, !piece.isEmpty { piece[piece.count / 2] ^= 1 }
        return [
            .chunk(Chunk(content: fetch.content, offset: fetch.offset, total: UInt64(bytes.count), bytes: piece))
        ]
    }
}
