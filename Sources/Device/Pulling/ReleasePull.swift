import Crypto
import Fingerprints
import Survey
import Sync
import Wire

/// One pull of the newest release, as a value over its cache: what the server answered in, what to ask next out.
///
/// Whatever is cut off is kept and gone on with by the next pull. The release in use changes only with the last step.
struct ReleasePull {
    private let cache: ReleaseCache
    private let held: ReleaseOnDisk?
    /// The manifest on its way into use, and the blocks that are still to be fetched.
    private var next: (manifest: Manifest, bytes: [UInt8])?
    private var wanted: [BlockReference] = []
    /// Bytes of answers and content so far.
    private var payload = 0
    private var mayAskAgain = true
    /// A block of which an earlier pull left a piece: what is wrong with it may be that piece.
    private var resumed: Digest?

    /// What to do next.
    enum Step: Hashable {
        case ask(ClientRequest)
        case fetch(Fetch)
        case finish(PullOutcome)
    }

    init(into cache: ReleaseCache) throws(DeviceError) {
        self.cache = cache
        held = try cache.held()
    }

    /// The first question: whether there is something newer than what is held.
    func begin() -> Step {
        .ask(
            .checkRelease(
                held.map { Sync.HeldRelease(number: $0.manifest.release, manifest: SHA256().sha256($0.manifestBytes)) }
            )
        )
    }

    /// Takes the answer to the question that was asked last.
    mutating func take(_ answer: ClientAnswer) throws(DeviceError) -> Step {
        switch answer {
        case .refused(let refusal): throw .refused(refusal)
        case .release(.upToDate):
            guard let held else { throw .unexpectedAnswer }
            return .finish(
                PullOutcome(from: held.manifest.release, to: held.manifest.release, payload: payload, .current)
            )
        case .release(.none):
            return .finish(PullOutcome(from: nil, to: nil, payload: payload, .nothingPublished))
        case .release(.unknownManifest):
            guard let held, mayAskAgain else { throw .unexpectedAnswer }
            mayAskAgain = false
            return .ask(.showManifest(held.manifestBytes))
        case .release(.manifest(let bytes)):
            payload += bytes.count
            let manifest = try refusing { () throws(ReleaseError) in
                try cache.rules.accept(manifest: bytes, holding: held?.manifest)
            }
            return try prepare(manifest, bytes)
        case .release(.delta(let bytes)):
            payload += bytes.count
            return try take(delta: bytes)
        case .published, .invited, .revoked: throw .unexpectedAnswer
        }
    }

    /// Keeps a piece of a block; false where the block turned out to be another one.
    mutating func store(_ chunk: Chunk) throws(DeviceError) -> Bool {
        guard let block = wanted.first, block.hash == chunk.content.hash, chunk.total == block.byteCount else {
            return false
        }
        payload += chunk.bytes.count
        return try cache.store(chunk.bytes, at: chunk.offset, of: block)
    }

    /// Goes on after a block is complete.
    mutating func fetched(_ content: ContentReference) throws(DeviceError) -> Step? {
        guard wanted.first?.hash == content.hash else { return nil }
        wanted.removeFirst()
        return try proceed()
    }

    /// Fetches a block from its beginning whose content was wrong; nil where this pull did so from the first byte on.
    ///
    /// The piece that an earlier pull left may be what is wrong: a peer that lied and went away cannot make the next
    /// honest download fail.
    mutating func fetchAnew(_ content: ContentReference) throws(DeviceError) -> Step? {
        guard let block = wanted.first, block.hash == content.hash, resumed == content.hash else { return nil }
        cache.dropPiece(of: block)
        return try proceed()
    }

    /// The block that cannot be had.
    func failure(of content: ContentReference, isMissing: Bool) -> DeviceError? {
        guard let block = wanted.first, block.hash == content.hash else { return nil }
        return isMissing ? .missingContent(block.name) : .refusedRelease(.wrongContent(block.name))
    }

    private mutating func take(delta bytes: [UInt8]) throws(DeviceError) -> Step {
        guard let held else { throw .unexpectedAnswer }
        let (manifest, block): (Manifest, [UInt8])
        do throws(ReleaseError) {
            (manifest, block) = try cache.rules.accept(delta: bytes, holding: held.manifest, held.assignments)
        } catch {
            // What cannot be applied is no reason to stay behind: the whole is asked for, once.
            guard mayAskAgain else { throw .refusedRelease(error) }
            mayAskAgain = false
            return .ask(.checkRelease(nil))
        }
        try cache.store(whole: block, as: SHA256().sha256(block))
        try cache.use(ReleaseCoder().encode(manifest))
        return .finish(
            PullOutcome(from: held.manifest.release, to: manifest.release, payload: payload, .changed)
        )
    }

    private mutating func prepare(_ manifest: Manifest, _ bytes: [UInt8]) throws(DeviceError) -> Step {
        next = (manifest, bytes)
        wanted = []
        for block in manifest.blocks where try cache.progress(of: block) != nil { wanted.append(block) }
        return try proceed()
    }

    private mutating func proceed() throws(DeviceError) -> Step {
        guard let next else { throw .unexpectedAnswer }
        while let block = wanted.first {
            guard let offset = try cache.progress(of: block) else {
                wanted.removeFirst()
                continue
            }
            resumed = offset > 0 ? block.hash : nil
            return .fetch(Fetch(content: ContentReference(kind: .block, hash: block.hash), offset: offset))
        }
        try cache.use(next.bytes)
        return .finish(
            PullOutcome(from: held?.manifest.release, to: next.manifest.release, payload: payload, .downloaded)
        )
    }

    private func refusing<Value>(_ check: () throws(ReleaseError) -> Value) throws(DeviceError) -> Value {
        do { return try check() } catch { throw .refusedRelease(error) }
    }
}

/// What came of a pull.
public struct PullOutcome: Hashable, Sendable {
    /// The release that was in use before; nil for none.
    public let from: UInt64?
    /// The release that is in use now; nil where nothing was published yet.
    public let to: UInt64?
    /// Bytes of manifest, delta and blocks that were downloaded.
    public let payload: Int
    public let kind: Kind

    /// How the newest release came.
    public enum Kind: String, Hashable, Sendable {
        /// What is in use is the newest.
        case current
        case nothingPublished = "nothing-published"
        /// The changed assignments alone were downloaded.
        case changed
        /// Whole blocks were downloaded.
        case downloaded
    }

    init(from: UInt64?, to: UInt64?, payload: Int, _ kind: Kind) {
        self.from = from
        self.to = to
        self.payload = payload
        self.kind = kind
    }
}
