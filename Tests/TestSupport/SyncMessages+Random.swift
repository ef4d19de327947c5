import Survey
public import Sync

extension ClientMessage {
    /// Any message of an agent or a device, small.
    public static func random(using random: inout some RandomNumberGenerator) -> ClientMessage {
        switch Int.random(in: 0..<15, using: &random) {
        case 0:
            .join(
                Join(
                    code: random.bytes(10),
                    publicKey: random.bytes(32),
                    name: random.name(),
                    project: random.maybe { .random(using: &$0) }
                )
            )
        case 1:
            .hello(
                Hello(
                    project: .random(using: &random),
                    agent: .random(using: &random),
                    streams: random.list(0...5) { random in
                        StreamClaim(
                            incarnation: Incarnation(random.next()),
                            end: random.next(),
                            hash: random.digest(),
                            isClosed: .random(using: &random)
                        )
                    },
                    cursors: random.list(0...2) { $0.cursor() },
                    versions: random.versions(),
                    signature: random.bytes(64)
                )
            )
        case 2: .push(.random(count: .random(in: 0...20, using: &random), using: &random))
        case 3:
            .compare(
                Compare(
                    subject: random.comparedHistory(),
                    points: random.list(0...64) { HistoryPoint(number: $0.next(), hashPrefix: $0.next()) }
                )
            )
        case 4: .pull(Pull(cursor: random.cursor(), credit: random.next()))
        case 5: .grant(lane: random.lane(), credit: random.next())
        case 6: .offerBlob(BlobOffer(hash: random.digest(), byteCount: random.next()))
        case 7: .chunk(random.chunk())
        case 8: .fetch(Fetch(content: random.content(), offset: random.next()))
        case 9: .checkRelease(random.maybe { HeldRelease(number: $0.next(), manifest: $0.digest()) })
        case 10: .showManifest(random.bytes(.random(in: 0...300, using: &random)))
        case 11: .publish
        case 12:
            .invite(
                Invitation(
                    role: random.role(),
                    uses: random.maybe { .random(in: 0 ... .max, using: &$0) },
                    validity: random.next()
                )
            )
        case 13: .revoke(agent: .random(using: &random), undo: .random(using: &random))
        default: .ping
        }
    }
}

extension Push {
    /// So many events with payloads of any bytes.
    public static func random(count: Int, using random: inout some RandomNumberGenerator) -> Push {
        Push(
            incarnation: Incarnation(random.next()),
            first: random.next(),
            previousHash: random.digest(),
            events: random.list(count...count) { random in
                Envelope.random(payload: random.bytes(.random(in: 0...60, using: &random)), using: &random).bytes
            },
            ages: random.list(count...count) { random in
                let number = Int64(bitPattern: random.next())
                let known = Age.known(Timestamp(milliseconds: number), isEstimated: .random(using: &random))
                return [.measured(number), .estimated(number), known].randomElement(using: &random)!
            }
        )
    }
}

extension ServerMessage {
    /// Any message of a server, small.
    public static func random(using random: inout some RandomNumberGenerator) -> ServerMessage {
        switch Int.random(in: 0..<16, using: &random) {
        case 0:
            .joined(Joined(project: .random(using: &random), role: random.role(), projectKey: random.bytes(32)))
        case 1: .refused(.random(using: &random))
        case 2:
            .welcome(
                Welcome(
                    time: Timestamp(milliseconds: Int64(bitPattern: random.next())),
                    role: random.role(),
                    streams: random.list(0...5) { random in
                        StreamHead(
                            incarnation: Incarnation(random.next()),
                            head: random.next(),
                            hash: random.digest(),
                            holdsClaim: .random(using: &random)
                        )
                    },
                    cursorsMatch: random.list(0...2) { .random(using: &$0) },
                    projectHead: random.next(),
                    window: .random(in: 0 ... .max, using: &random),
                    versions: random.versions(),
                    lacksBlobs: .random(using: &random)
                )
            )
        case 3: .pushed(incarnation: Incarnation(random.next()), through: random.next())
        case 4: .gap(incarnation: Incarnation(random.next()), expected: random.next())
        case 5: .fork(incarnation: Incarnation(random.next()), at: random.next())
        case 6: .busy(incarnation: Incarnation(random.next()), retryAfter: random.next())
        case 7: .common(Common(subject: random.comparedHistory(), number: random.next()))
        case 8: .events(.random(count: .random(in: 0...20, using: &random), using: &random))
        case 9:
            .blobState(
                BlobState(
                    hash: random.digest(),
                    progress: [.partial(received: random.next()), .complete, .notWanted, .corrupted]
                        .randomElement(using: &random)!
                )
            )
        case 10: .chunk(random.chunk())
        case 11: .missing(random.content())
        case 12:
            .release(
                [.upToDate, .none, .manifest(random.bytes(200)), .delta(random.bytes(150)), .unknownManifest]
                    .randomElement(using: &random)!
            )
        case 13: .published(release: random.next(), matching: nil)
        case 14:
            [.invited(link: random.name()), .pong].randomElement(using: &random)!
        default: .revoked(agent: .random(using: &random), undone: .random(using: &random))
        }
    }
}

extension EventBatch {
    /// So many events, whole ones and the reader's own.
    public static func random(count: Int, using random: inout some RandomNumberGenerator) -> EventBatch {
        EventBatch(
            lane: random.lane(),
            from: random.next(),
            to: random.next(),
            chainAfter: random.digest(),
            entries: random.list(count...count) { random in
                let commitment = Commitment(
                    position: random.next(),
                    receivedAt: Timestamp(milliseconds: Int64(bitPattern: random.next())),
                    occurredAt: Timestamp(milliseconds: Int64(bitPattern: random.next())),
                    isEstimated: .random(using: &random),
                    seen: random.next(),
                    isDuplicate: .random(using: &random)
                )
                guard Bool.random(using: &random) else {
                    return .own(incarnation: Incarnation(random.next()), sequence: random.next(), commitment)
                }
                let payload = random.bytes(.random(in: 0...60, using: &random))
                return .whole(Envelope.random(payload: payload, using: &random).bytes, commitment)
            }
        )
    }
}

extension Refusal {
    static func random(using random: inout some RandomNumberGenerator) -> Refusal {
        let refusals: [Refusal] = [
            .invalidCode, .expiredCode, .otherProject, .unknownAgent, .badSignature, .revoked,
            .upgradeNeeded(minimum: .random(in: 0 ... .max, using: &random)), .notAllowed, .retryAfter(random.next()),
            .historyChanged, .protocolViolation(random.name()), .impossible(random.name()),
        ]
        return refusals.randomElement(using: &random)!
    }
}

extension RandomNumberGenerator {
    fileprivate mutating func lane() -> Lane { Lane.allCases.randomElement(using: &self)! }

    fileprivate mutating func role() -> Role { Role.allCases.randomElement(using: &self)! }

    fileprivate mutating func cursor() -> Cursor { Cursor(lane: lane(), position: next(), chain: digest()) }

    fileprivate mutating func versions() -> Versions {
        Versions(sync: .random(in: 0 ... .max, using: &self), projector: .random(in: 0 ... .max, using: &self))
    }

    fileprivate mutating func comparedHistory() -> ComparedHistory {
        maybe { .stream(Incarnation($0.next())) } ?? .project
    }

    fileprivate mutating func content() -> ContentReference {
        ContentReference(kind: ContentKind.allCases.randomElement(using: &self)!, hash: digest())
    }

    fileprivate mutating func chunk() -> Chunk {
        let bytes = bytes(.random(in: 0...500, using: &self))
        let offset = UInt64.random(in: 0...1_000_000, using: &self)
        return Chunk(content: content(), offset: offset, total: offset + UInt64(bytes.count) + 7, bytes: bytes)
    }
}
