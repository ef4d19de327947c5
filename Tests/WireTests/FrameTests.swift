import Survey
import Sync
import TestSupport
import Testing
import Wire

@Suite("Frames")
struct FrameTests {
    private let encoder = FrameEncoder()

    @Test("an agent's messages arrive as they were sent, cut into any pieces", arguments: Seed.forThisRun(40))
    func clientMessages(seed: Seed) throws {
        var random = SeededGenerator(seed)
        let messages = (0..<30).map { _ in ClientMessage.random(using: &random) }
        let arrived = try carry(messages, using: &random)
        #expect(arrived == messages)
    }

    @Test("a server's messages arrive as they were sent, cut into any pieces", arguments: Seed.forThisRun(40))
    func serverMessages(seed: Seed) throws {
        var random = SeededGenerator(seed)
        let messages = (0..<30).map { _ in ServerMessage.random(using: &random) }
        let arrived = try carry(messages, using: &random)
        #expect(arrived == messages)
    }

    @Test("a batch of scans is compressed to less than half")
    func compression() throws {
        var random = SeededGenerator(Seed(value: 3))
        let events = (0..<200).map { _ in
            let scan = ScanSampled.random(readings: 0, using: &random)
            let readings = (0..<20).map { _ in
                Reading(
                    identity: .iBeacon(.random(in: 0..<80, using: &random)),
                    rssi: RSSI(dBm: .random(in: -95 ... -45, using: &random))!
                )
            }
            let heard = ScanSampled(
                walk: scan.walk,
                floor: scan.floor,
                point: scan.point,
                window: 1_000,
                readings: readings
            )
            return Envelope.random(payload: PayloadCoder().encode(.scanSampled(heard)), using: &random).bytes
        }
        let push = Push(
            incarnation: Incarnation(1),
            first: 1,
            previousHash: .zero,
            events: events,
            ages: events.map { _ in .measured(5) }
        )
        let frame = try encoder.encode(ClientMessage.push(push))
        let plain = ClientMessage.push(push).frameBody.count
        #expect(frame[4] == 1)
        #expect(frame.count < plain / 2)
        let arrived = try decodeAll(frame, as: ClientMessage.self)
        let isWhole = arrived == [.push(push)]
        #expect(isWhole)
    }

    @Test("what does not shrink is sent as it is")
    func incompressible() throws {
        var random = SeededGenerator(Seed(value: 4))
        let chunk = Chunk(
            content: ContentReference(kind: .blob, hash: .zero),
            offset: 0,
            total: 40_000,
            bytes: random.bytes(Chunk.maximumSize)
        )
        let frame = try encoder.encode(ClientMessage.chunk(chunk))
        #expect(frame[4] == 0)
        #expect(try decodeAll(frame, as: ClientMessage.self) == [.chunk(chunk)])
    }

    @Test("a full batch of the largest events fits, and more than a frame holds is refused by the sender")
    func largest() throws {
        var random = SeededGenerator(Seed(value: 5))
        let payload = random.bytes(Envelope.maximumSize - Envelope.headerSize)
        let large = Envelope.random(payload: payload, using: &random).bytes
        func push(_ count: Int) -> ClientMessage {
            let events = (0..<count).map { _ in random.bytes(large.count) }
            return .push(
                Push(
                    incarnation: Incarnation(1),
                    first: 1,
                    previousHash: .zero,
                    events: events,
                    ages: events.map { _ in .measured(0) }
                )
            )
        }
        #expect(try decodeAll(encoder.encode(push(3)), as: ClientMessage.self).count == 1)
        let tooMany = push(5)
        #expect(throws: FrameError.self) { try encoder.encode(tooMany) }
    }

    /// Sends messages through one connection that delivers pieces of any size.
    private func carry<Content: FrameMessage>(
        _ messages: [Content],
        using random: inout SeededGenerator
    ) throws -> [Content] {
        var bytes: [UInt8] = []
        for message in messages { try encoder.append(message, to: &bytes) }
        var decoder = FrameDecoder<Content>()
        var arrived: [Content] = []
        while !bytes.isEmpty {
            let piece = bytes.prefix(.random(in: 1...900, using: &random))
            decoder.append(piece)
            bytes.removeFirst(piece.count)
            while let message = try decoder.next() { arrived.append(message) }
        }
        #expect(decoder.bufferedByteCount == 0)
        return arrived
    }

    private func decodeAll<Content: FrameMessage>(_ bytes: [UInt8], as _: Content.Type) throws -> [Content] {
        var decoder = FrameDecoder<Content>()
        decoder.append(bytes)
        var messages: [Content] = []
        while let message = try decoder.next() { messages.append(message) }
        return messages
    }
}
