import Survey
import Sync
import SyncSimulator
import TestSupport
import Testing

@Suite("Plans and pictures")
struct BlobTests {
    /// A server's store of one blob, and the connections that bring it.
    private struct Depot {
        let bytes: [UInt8]
        let hash: Digest
        /// What is stored durably.
        var stored: [UInt8] = []
        var isComplete = false
        var isWanted = true
        var bytesSent = 0
        var notices: [ClientNotice] = []

        init(size: Int, random: inout SeededGenerator) {
            bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
            hash = FastHashing().sha256(bytes)
        }

        var offer: BlobOffer { BlobOffer(hash: hash, byteCount: UInt64(bytes.count)) }

        /// One connection, which is cut after so many bytes of pieces.
        mutating func connect(cutAfter budget: Int = .max, source: [UInt8]? = nil) {
            var client = ClientConversation()
            var server = ServerConversation()
            _ = client.open()
            _ = server.open()
            let source = source ?? bytes
            let start = bytesSent
            var toDo = client.handle(.offer(offer))
            while !toDo.isEmpty {
                switch toDo.removeFirst() {
                case .send(let message):
                    if case .chunk(let chunk) = message {
                        bytesSent += chunk.bytes.count
                        if bytesSent - start > budget {
                            bytesSent = start + budget
                            return
                        }
                    }
                    for effect in server.say(message) {
                        for answer in store(effect, &server) { toDo += client.hear(answer) }
                    }
                case .readBlob(let hash, let offset, let count):
                    let piece = Array(source[Int(offset)...].prefix(count))
                    toDo += client.handle(.blobBytes(hash, offset: offset, piece))
                case .notice(let notice): notices.append(notice)
                default: break
                }
            }
        }

        private mutating func store(_ effect: ServerEffect, _ server: inout ServerConversation) -> [ServerMessage] {
            switch effect {
            case .openBlob: break
            case .storeChunk(let chunk):
                precondition(chunk.offset == UInt64(stored.count), "Pieces arrive in order.")
                stored += chunk.bytes
            default: return []
            }
            var progress = BlobState.Progress.partial(received: UInt64(stored.count))
            if !isWanted {
                progress = .notWanted
            } else if stored.count == bytes.count {
                isComplete = FastHashing().sha256(stored) == hash
                progress = isComplete ? .complete : .corrupted
                if !isComplete { stored = [] }
            }
            return server.handle(.blob(BlobState(hash: hash, progress: progress))).messages
        }
    }

    @Test("S15: 20 MB over fifty cuts cost less than five percent more", arguments: Seed.forThisRun(1))
    func resumes(seed: Seed) {
        var random = SeededGenerator(seed)
        var depot = Depot(size: 20 << 20, random: &random)
        for _ in 0..<50 { depot.connect(cutAfter: Int.random(in: 1...800_000, using: &random)) }
        #expect(!depot.isComplete)
        depot.connect()
        #expect(depot.isComplete && depot.stored == depot.bytes)
        #expect(depot.notices.contains(.blobSafe(depot.hash)))
        let ratio = Double(depot.bytesSent) / Double(depot.bytes.count)
        #expect(ratio < 1.05)
    }

    @Test("a blob that is stored already costs one small message")
    func alreadyThere() {
        var random = SeededGenerator(Seed(value: 1))
        var depot = Depot(size: 100_000, random: &random)
        depot.connect()
        let sent = depot.bytesSent
        depot.connect()
        #expect(depot.bytesSent == sent)
        #expect(depot.notices.count { $0 == .blobSafe(depot.hash) } == 2)
    }

    @Test("bytes of another hash are thrown away and told, not tried again")
    func corrupted() {
        var random = SeededGenerator(Seed(value: 2))
        var depot = Depot(size: 100_000, random: &random)
        var damaged = depot.bytes
        damaged[70_000] ^= 1
        depot.connect(source: damaged)
        #expect(!depot.isComplete && depot.stored.isEmpty)
        #expect(depot.notices.filter { $0 != .delivered }.contains(.blobCorrupted(depot.hash)))
        #expect(depot.bytesSent == 100_000)
    }

    @Test("a blob that no stored event names waits for the next acknowledgement")
    func notWanted() {
        var client = ClientConversation()
        client.author.write(1)
        _ = client.pump(client.greet(), atOnce: 1)
        _ = client.hear(.welcome(client.welcome(head: 0)))
        let offer = BlobOffer(hash: FastHashing().sha256([1]), byteCount: 1)
        #expect(client.handle(.offer(offer)).isEmpty, "events go first")
        let offered = client.hear(.pushed(incarnation: client.author.incarnation, through: 1))
        #expect(offered.contains(.send(.offerBlob(offer))))
        let refused = client.hear(.blobState(BlobState(hash: offer.hash, progress: .notWanted)))
        #expect(!refused.contains(.send(.offerBlob(offer))))
        client.author.write(1)
        let more = client.handle(.appended(client.author.incarnation, end: 2))
        _ = client.pump(more, atOnce: 1)
        let again = client.hear(.pushed(incarnation: client.author.incarnation, through: 2))
        #expect(again.contains(.send(.offerBlob(offer))))
    }

    @Test(
        "two who bring the same blob do not disturb each other: pieces from elsewhere change nothing, late ones are dropped"
    )
    func twoBring() {
        let offer = BlobOffer(hash: FastHashing().sha256([1]), byteCount: 100_000)
        let content = ContentReference(kind: .blob, hash: offer.hash)
        func chunk(_ offset: UInt64) -> ClientMessage {
            .chunk(Chunk(content: content, offset: offset, total: 100_000, bytes: Array(repeating: 0, count: 1_000)))
        }
        var server = ServerConversation()
        _ = server.open()
        _ = server.say(.offerBlob(offer))
        _ = server.handle(.blob(BlobState(hash: offer.hash, progress: .partial(received: 0))))
        #expect(server.say(chunk(0)).count == 1)
        #expect(server.say(chunk(1_000)).count == 1)
        let elsewhere = BlobState(hash: offer.hash, progress: .partial(received: 50_000))
        #expect(server.handle(.blob(elsewhere)).messages == [.blobState(elsewhere)])
        let complete = BlobState(hash: offer.hash, progress: .complete)
        #expect(server.handle(.blob(complete)).messages == [.blobState(complete)])
        #expect(server.say(chunk(2_000)).isEmpty)
    }

    @Test("a piece of another blob, or none at all, ends the session")
    func wrongPieces() {
        let offer = BlobOffer(hash: FastHashing().sha256([1]), byteCount: 100_000)
        func chunk(_ hash: Digest, offset: UInt64, total: UInt64 = 100_000, size: Int = 1_000) -> ClientMessage {
            let content = ContentReference(kind: .blob, hash: hash)
            return .chunk(
                Chunk(content: content, offset: offset, total: total, bytes: Array(repeating: 0, count: size))
            )
        }
        for bad in [
            chunk(offer.hash, offset: 99_999), chunk(.zero, offset: 0), chunk(offer.hash, offset: 0, total: 5),
            chunk(offer.hash, offset: 0, size: 0), chunk(offer.hash, offset: 0, size: Chunk.maximumSize + 1),
        ] {
            var server = ServerConversation()
            _ = server.open()
            _ = server.say(.offerBlob(offer))
            _ = server.handle(.blob(BlobState(hash: offer.hash, progress: .partial(received: 0))))
            #expect(server.say(bad).last == .close)
        }
    }

    @Test("content is fetched in pieces from where the last fetch ended, several under way")
    func fetches() {
        let content = ContentReference(kind: .block, hash: .zero)
        let whole = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        var client = ClientConversation()
        _ = client.open()
        var stored: [UInt8] = Array(whole.prefix(40_000))
        var toDo = client.handle(.fetch(Fetch(content: content, offset: 40_000)))
        var underWay: [Fetch] = []
        var mostUnderWay = 0
        var notices: [ClientNotice] = []
        while !toDo.isEmpty || !underWay.isEmpty {
            if toDo.isEmpty {
                let fetch = underWay.removeFirst()
                let bytes = Array(whole[Int(fetch.offset)...].prefix(Chunk.maximumSize))
                toDo = client.hear(
                    .chunk(Chunk(content: content, offset: fetch.offset, total: UInt64(whole.count), bytes: bytes))
                )
                continue
            }
            switch toDo.removeFirst() {
            case .send(.fetch(let fetch)): underWay.append(fetch)
            case .store(let chunk):
                #expect(chunk.offset == UInt64(stored.count))
                stored += chunk.bytes
                toDo += client.handle(.stored(content, isIntact: true))
            case .notice(let notice): notices.append(notice)
            default: break
            }
            mostUnderWay = max(mostUnderWay, underWay.count)
        }
        let isWhole = stored == whole
        #expect(isWhole)
        #expect(notices == [.fetched(content)])
        #expect(mostUnderWay > 1 && mostUnderWay <= Limits.chunksUnderWay)
    }

    @Test("content that is not there, or has another hash, is told, and the next is fetched")
    func missing() {
        let (first, second) = (
            ContentReference(kind: .blob, hash: .zero), ContentReference(kind: .blob, hash: FastHashing().sha256([1]))
        )
        var client = ClientConversation()
        _ = client.open()
        _ = client.handle(.fetch(Fetch(content: first, offset: 0)))
        _ = client.handle(.fetch(Fetch(content: second, offset: 0)))
        let gone = client.hear(.missing(first))
        #expect(gone == [.notice(.missing(first)), .send(.fetch(Fetch(content: second, offset: 0)))])
        let piece = Chunk(content: second, offset: 0, total: 1, bytes: [9])
        #expect(client.hear(.chunk(piece)) == [.store(piece)])
        #expect(client.handle(.stored(second, isIntact: false)) == [.notice(.fetchedCorrupted(second))])
    }
}
