import Crypto
public import EdgeLog
public import Survey
public import Venue
import Wire

/// An installation at work: its key, its log, and the venue that the log's events make.
///
/// Not `Sendable`: it belongs to whoever opened it, as its log does.
public final class LocalAgent {
    public let log: EdgeLog
    let key: SigningKey
    let clock = SystemClock()
    private var random = SystemRandomNumberGenerator()

    /// Turns payloads into events and back.
    public static let coding: any PayloadCoding = PayloadCoder()
    /// SHA-256.
    public static let hashing: any Hashing = SHA256()

    /// Opens the installation in a directory.
    public init(opening path: String) throws {
        let installation = Installation(at: path)
        guard installation.hasLog else { throw EdgeLogError.notThere(path: installation.path) }
        key = try SigningKey(bytes: try installation.key())
        log = try EdgeLog(opening: installation, Self.environment)
        let agent = Self.hashing.agentID(ofPublicKey: key.publicKey)
        guard agent == log.agent else { throw AgentError.otherKey(path: installation.path) }
    }

    /// Makes an installation for a project: its key, unless the directory has one already, and its log.
    public init(creating path: String, project: ProjectID) throws {
        let installation = Installation(at: path)
        guard !installation.hasLog else { throw EdgeLogError.alreadyThere(path: installation.path) }
        key = try Self.key(of: installation)
        log = try EdgeLog(
            creating: installation,
            project: project,
            agent: Self.hashing.agentID(ofPublicKey: key.publicKey),
            Self.environment
        )
    }

    /// The installation's key; a new one, kept durably, where it has none.
    static func key(of installation: Installation) throws -> SigningKey {
        if installation.hasKey { return try SigningKey(bytes: try installation.key()) }
        let key = try SigningKey()
        try installation.keep(key: key.bytes)
        return key
    }

    static var environment: EdgeLog.Environment {
        EdgeLog.Environment(hashing: hashing, coding: coding)
    }

    /// Draws an identifier.
    public func draw<Subject>() -> Identifier<Subject> { .random(using: &random) }

    /// The venue as the server has confirmed it, as far as it was pulled.
    public func confirmedVenue() throws -> Venue {
        var venue = Venue(id: log.project)
        var position: UInt64 = 0
        while case let page = try log.confirmed(.structure, after: position), let last = page.last {
            venue.apply(page, decodedBy: Self.coding)
            position = last.commitment.position
        }
        return venue
    }

    /// The venue as this installation sees it: what was confirmed, and its own events that no pull has returned yet.
    public func venue() throws -> Venue {
        let now = clock.now()
        var pending: [PendingEvent] = []
        var number: UInt64 = 0
        while case let page = try log.unconfirmed(.structure, after: number), let last = page.last {
            pending += page.map { event in
                PendingEvent(envelope: event.envelope, hash: event.hash, occurredAt: occurrence(of: event, now))
            }
            number = last.number
        }
        return try confirmedVenue().anticipating(pending, decodedBy: Self.coding)
    }

    /// When an own event happened, as far as this machine's clocks tell.
    func occurrence(of event: UnconfirmedEvent, _ now: Moment) -> Timestamp {
        event.written.boot == now.boot
            ? now.wallClock.advanced(byMilliseconds: event.written.sinceBoot - now.sinceBoot)
            : event.written.wallClock
    }

    /// Opens the log in a directory for checks alone, whatever state it is in.
    public static func inspect(_ path: String) throws -> EdgeLog {
        try EdgeLog(inspecting: Installation(at: path), environment)
    }
}
