import Survey
import Sync
import TestSupport
import Testing
import Wire

@Suite("Bad frames")
struct BadFrameTests {
    /// An empty zstd block that is the last one.
    private static let lastBlock: [UInt8] = [0x01, 0x00, 0x00]
    private static let magic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]

    @Test("a length over the limit is refused with its header, before a byte of it is kept")
    func oversized() {
        var decoder = FrameDecoder<ClientMessage>()
        decoder.append([0xFF, 0xFF, 0xFF, 0xFF])
        #expect(throws: Never.self) { try decoder.next() }
        decoder.append([0x00])
        #expect(throws: FrameError.oversized(bytes: 0xFFFF_FFFF)) { try decoder.next() }
        decoder.append([UInt8](repeating: 0, count: 1_000))
        #expect(decoder.bufferedByteCount == 0)
        #expect(throws: FrameError.oversized(bytes: 0xFFFF_FFFF)) { try decoder.next() }
    }

    @Test("the longest body is taken, one byte more is not", arguments: [0, 1])
    func limit(excess: Int) {
        var decoder = FrameDecoder<ClientMessage>()
        decoder.append(UInt32(FrameLimits.bodySize + excess).bigEndianBytes + [0])
        if excess == 0 {
            #expect(throws: Never.self) { try decoder.next() }
        } else {
            #expect(throws: FrameError.oversized(bytes: FrameLimits.bodySize + 1)) { try decoder.next() }
        }
    }

    @Test("flags of a later version are refused", arguments: [2, 3, 0x80, 0xFF] as [UInt8])
    func flags(flags: UInt8) {
        #expect(failure(of: [0, 0, 0, 0, flags]) == .unknownFlags(flags))
    }

    @Test("a compressed body must declare its size, once, and tell the truth")
    func sizes() {
        let undeclared = Self.magic + [0x00, 0x00] + Self.lastBlock
        #expect(failure(ofCompressed: undeclared) == .undeclaredSize)
        #expect(failure(ofCompressed: []) == .undeclaredSize)
        #expect(failure(ofCompressed: [1, 2, 3, 4, 5, 6, 7, 8, 9]) == .undeclaredSize)

        let empty = Self.magic + [0x20, 0x00] + Self.lastBlock
        #expect(failure(ofCompressed: empty + empty) == .undeclaredSize)
        #expect(failure(ofCompressed: empty + [0]) == .undeclaredSize)

        let lying = Self.magic + [0x20, 100] + [0x19, 0x00, 0x00, 1, 2, 3]  // declares 100 bytes, holds 3
        #expect(failure(ofCompressed: lying) == .corruptCompression)
        let tooSmall = Self.magic + [0x20, 2] + [0x19, 0x00, 0x00, 1, 2, 3]  // declares 2 bytes, holds 3
        #expect(failure(ofCompressed: tooSmall) == .corruptCompression)
    }

    @Test("a compressed body that declares more than the limit is refused before room is made for it")
    func bombs() {
        let limit = UInt64(FrameLimits.decompressedSize)
        let sizes: [UInt64] = [limit + 1, 1 << 32, 1 << 62, .max - 2]
        for declared in sizes {
            let header = Self.magic + [0xE0] + declared.bigEndianBytes.reversed()
            #expect(failure(ofCompressed: header + Self.lastBlock) == .decompressesTooLarge(declared: declared))
        }
        let most = Self.magic + [0xE0] + limit.bigEndianBytes.reversed() + Self.lastBlock
        #expect(failure(ofCompressed: most) == .corruptCompression)
    }

    @Test("a message of the other side is malformed")
    func direction() throws {
        let pong = try FrameEncoder().encode(ServerMessage.pong)
        #expect(
            failure(of: pong) == .malformed(reason: "The frame holds no message that an agent or a device sends.")
        )
        #expect(failure(of: [0, 0, 0, 0, 0])?.isMalformed == true)
    }

    @Test("a push with more events than ages, or too many, is malformed")
    func pushes() throws {
        let short = Push(
            incarnation: Incarnation(1),
            first: 1,
            previousHash: .zero,
            events: [[1]],
            ages: []
        )
        #expect(
            failure(of: try FrameEncoder().encode(ClientMessage.push(short)))
                == .malformed(reason: "A push has 1 events and 0 ages.")
        )
        var random = SeededGenerator(Seed(value: 0))
        let long = Push(
            incarnation: Incarnation(1),
            first: 1,
            previousHash: .zero,
            events: (0...Limits.batchEvents).map { _ in random.bytes(3) },
            ages: (0...Limits.batchEvents).map { _ in .measured(0) }
        )
        #expect(
            failure(of: try FrameEncoder().encode(ClientMessage.push(long)))
                == .malformed(reason: "A push has 501 events, more than 500.")
        )
    }

    @Test("a small body that would unfold to gigabytes of parts is refused")
    func unfolding() throws {
        // A million empty events: two bytes each in the body, sixteen and more in memory, compressed to almost nothing.
        var body: [UInt8] = []
        for _ in 0..<1_000_000 { body += [0x22, 0x00] }
        let push: [UInt8] = [0x1A, 0x80, 0x89, 0x7A] + body  // field 3 of Frame, 2,000,000 bytes
        let frame = try FrameEncoder().encode(RawFrame(frameBody: push))
        #expect(frame.count < 10_000)
        #expect(failure(of: frame)?.isMalformed == true)
    }

    @Test("damaged and random bytes are an error or a message, never a crash", arguments: Seed.forThisRun(100))
    func damage(seed: Seed) throws {
        var random = SeededGenerator(seed)
        for _ in 0..<50 {
            var client = try FrameEncoder().encode(ClientMessage.random(using: &random))
            client.damage(using: &random)
            drain(client, as: ClientMessage.self, using: &random)

            var server = try FrameEncoder().encode(ServerMessage.random(using: &random))
            let body = server.dropFirst(FrameLimits.headerSize)
            var damaged = Array(body)
            damaged.damage(using: &random)
            server = UInt32(damaged.count).bigEndianBytes + [server[4]] + damaged
            drain(server, as: ServerMessage.self, using: &random)

            let noise = random.bytes(.random(in: 0...200, using: &random))
            drain(
                UInt32(noise.count).bigEndianBytes + [random.next() & 1 == 0 ? 0 : 1] + noise,
                as: ClientMessage.self,
                using: &random
            )
        }
    }

    @Test("a damaged payload is an event, unknown or malformed, never a crash", arguments: Seed.forThisRun(100))
    func payloads(seed: Seed) {
        var random = SeededGenerator(seed)
        let coder = PayloadCoder()
        for _ in 0..<50 {
            let event = SurveyEvent.random(using: &random)
            var payload = coder.encode(event)
            payload.damage(using: &random)
            let kind = EventKind.allCases.randomElement(using: &random)!
            for kind in [event.kind, kind] {
                switch coder.decode(kind: kind.rawValue, schemaVersion: 1, payload: payload) {
                case .event(let decoded):
                    #expect(throws: Never.self) { try decoded.validate() }
                    let again = coder.decode(kind: kind.rawValue, schemaVersion: 1, payload: coder.encode(decoded))
                    #expect(again == .event(decoded))
                case .malformed(let reason): #expect(!reason.isEmpty)
                case .unknown: Issue.record("kind \(kind) is known")
                }
            }
        }
    }

    /// Feeds bytes in two pieces; errors are fine, and must repeat.
    private func drain<Content: FrameMessage>(_ bytes: [UInt8], as _: Content.Type, using random: inout SeededGenerator)
    {
        var decoder = FrameDecoder<Content>()
        let cut = Int.random(in: 0...bytes.count, using: &random)
        do throws(FrameError) {
            decoder.append(bytes[..<cut])
            while let message = try decoder.next() { #expect(message == message) }
            decoder.append(bytes[cut...])
            while let message = try decoder.next() { #expect(message == message) }
        } catch {
            #expect(throws: error) { try decoder.next() }
            #expect(decoder.bufferedByteCount == 0)
        }
    }

    private func failure(ofCompressed body: [UInt8]) -> FrameError? {
        failure(of: UInt32(body.count).bigEndianBytes + [1] + body)
    }

    private func failure(of frame: [UInt8]) -> FrameError? {
        var decoder = FrameDecoder<ClientMessage>()
        decoder.append(frame)
        do throws(FrameError) {
            _ = try decoder.next()
            return nil
        } catch {
            return error
        }
    }
}

extension FrameError {
    fileprivate var isMalformed: Bool {
        if case .malformed = self { true } else { false }
    }
}

/// A body of any bytes, to be framed as if it were a message.
private struct RawFrame: FrameMessage {
    let frameBody: [UInt8]

    init(frameBody: [UInt8]) { self.frameBody = frameBody }

    init(frameBody: UnsafeBufferPointer<UInt8>) { self.frameBody = Array(frameBody) }
}
