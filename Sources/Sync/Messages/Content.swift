public import Survey

/// Something that travels apart from events, named by its SHA-256.
public struct ContentReference: Hashable, Sendable {
    public let kind: ContentKind
    public let hash: Digest

    public init(kind: ContentKind, hash: Digest) {
        self.kind = kind
        self.hash = hash
    }
}

/// What kind of content a hash names.
public enum ContentKind: UInt8, Hashable, Sendable, CaseIterable {
    /// A floor plan or a picture that an event names.
    case blob = 1
    /// A part of a release.
    case block = 2
}

/// Offers a blob that a stored event names.
public struct BlobOffer: Hashable, Sendable {
    public let hash: Digest
    public let byteCount: UInt64

    public init(hash: Digest, byteCount: UInt64) {
        self.hash = hash
        self.byteCount = byteCount
    }
}

/// What the server has of an offered blob.
public struct BlobState: Hashable, Sendable {
    public let hash: Digest
    public let progress: Progress

    public init(hash: Digest, progress: Progress) {
        self.hash = hash
        self.progress = progress
    }

    /// How much of a blob is stored.
    public enum Progress: Hashable, Sendable {
        /// Everything before this offset is stored durably: send from there.
        case partial(received: UInt64)
        /// The whole blob is stored and its hash was checked.
        case complete
        /// No stored event names it at that size.
        case notWanted
        /// The bytes that arrived had another hash and were thrown away.
        case corrupted
    }
}

/// Asks for content from an offset on.
public struct Fetch: Hashable, Sendable {
    public let content: ContentReference
    public let offset: UInt64

    public init(content: ContentReference, offset: UInt64) {
        self.content = content
        self.offset = offset
    }
}

/// A piece of content: at most ``Chunk/maximumSize`` bytes.
public struct Chunk: Hashable, Sendable {
    public static let maximumSize = 32 * 1_024

    public let content: ContentReference
    public let offset: UInt64
    /// The size of the whole.
    public let total: UInt64
    public let bytes: [UInt8]

    public init(content: ContentReference, offset: UInt64, total: UInt64, bytes: [UInt8]) {
        self.content = content
        self.offset = offset
        self.total = total
        self.bytes = bytes
    }
}

/// The release that a device holds.
public struct HeldRelease: Hashable, Sendable {
    public let number: UInt64
    /// SHA-256 of its manifest's bytes.
    public let manifest: Digest

    public init(number: UInt64, manifest: Digest) {
        self.number = number
        self.manifest = manifest
    }
}

/// What the server answers to a device that asks for news.
public enum ReleaseAnswer: Hashable, Sendable {
    /// What the device holds is the newest.
    case upToDate
    /// Nothing was published yet.
    case none
    /// Another manifest, whole and signed.
    case manifest([UInt8])
    /// The changes since the device's release, from which it rebuilds block and manifest.
    case delta([UInt8])
    /// The server does not know the manifest that the device holds, and wants to see it.
    case unknownManifest
}
