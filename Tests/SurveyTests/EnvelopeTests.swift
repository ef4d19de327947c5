import Survey
import TestSupport
import Testing

@Suite("Envelopes")
struct EnvelopeTests {
    @Test("come back from their canonical form, byte for byte", arguments: Seed.forThisRun(50))
    func roundTrip(seed: Seed) throws {
        var random = SeededGenerator(seed)
        for _ in 0..<20 {
            let payload = random.bytes(.random(in: 0...300, using: &random))
            let envelope = Envelope.random(payload: payload, using: &random)
            let bytes = envelope.bytes
            #expect(bytes.count == envelope.size)
            #expect(try Envelope(bytes: bytes) == envelope)
        }
    }

    @Test("have one form: damaged bytes are refused or another event", arguments: Seed.forThisRun(50))
    func canonical(seed: Seed) {
        var random = SeededGenerator(seed)
        for _ in 0..<40 {
            var bytes = Envelope.random(payload: random.bytes(20), using: &random).bytes
            bytes.damage(using: &random)
            if let read = try? Envelope(bytes: bytes) { #expect(read.bytes == bytes) }  // refused is fine, too
        }
    }

    @Test("a kind of a later version is carried untouched")
    func unknownKind() throws {
        var random = SeededGenerator(Seed(value: 1))
        let envelope = Envelope.random(payload: random.bytes(50), kind: 60_000, using: &random)
        let read = try Envelope(bytes: envelope.bytes)
        #expect(read.kind == 60_000)
        #expect(read.payload == envelope.payload)
        #expect(read.bytes == envelope.bytes)
        #expect(read.lane == .structure)
    }

    @Test("scans have a lane of their own", arguments: EventKind.allCases)
    func lanes(kind: EventKind) {
        var random = SeededGenerator(Seed(value: 2))
        let envelope = Envelope.random(kind: kind.rawValue, using: &random)
        #expect(envelope.lane == (kind == .scanSampled ? .scans : .structure))
    }

    @Test("the largest event is taken, one byte more is not")
    func largest() throws {
        var random = SeededGenerator(Seed(value: 3))
        let room = Envelope.maximumSize - Envelope.headerSize
        let largest = Envelope.random(payload: [UInt8](repeating: 1, count: room), using: &random).bytes
        #expect(largest.count == 65_536)
        #expect(try Envelope(bytes: largest).size == 65_536)
        #expect(throws: EnvelopeError.tooLarge(size: 65_537)) { try Envelope(bytes: largest + [1]) }
    }

    @Test("bytes that are no event are refused for what is wrong")
    func malformed() {
        var random = SeededGenerator(Seed(value: 4))
        let bytes = Envelope.random(payload: [1, 2, 3], using: &random).bytes
        #expect(throws: EnvelopeError.truncated(size: 0)) { try Envelope(bytes: []) }
        #expect(throws: EnvelopeError.truncated(size: 164)) { try Envelope(bytes: Array(bytes.prefix(164))) }
        #expect(throws: EnvelopeError.wrongLength(declared: 3, found: 2)) { try Envelope(bytes: bytes.dropLast()) }
        #expect(throws: EnvelopeError.wrongLength(declared: 3, found: 4)) { try Envelope(bytes: bytes + [0]) }
        var otherMagic = bytes
        otherMagic[3] = UInt8(ascii: "2")
        #expect(throws: EnvelopeError.notAnEvent) { try Envelope(bytes: otherMagic) }
    }

    @Test("an origin that is flagged away, or flagged by another number, is refused")
    func origins() throws {
        var random = SeededGenerator(Seed(value: 5))
        let flag = 108
        var copy = Envelope.random(using: &random).bytes
        while copy[flag] == 0 { copy = Envelope.random(using: &random).bytes }
        copy[flag] = 0
        #expect(throws: EnvelopeError.notCanonical) { try Envelope(bytes: copy) }
        for number in [2, 128, 255] as [UInt8] {
            copy[flag] = number
            #expect(throws: EnvelopeError.notCanonical) { try Envelope(bytes: copy) }
        }
        copy[flag] = 1
        #expect(throws: Never.self) { try Envelope(bytes: copy) }
    }

    @Test("kinds keep their numbers and their names")
    func kinds() {
        #expect(EventKind.projectCreated.rawValue == 1)
        #expect(EventKind.trackDrawn.rawValue == 20)
        #expect(EventKind.beaconReplaced.rawValue == 41)
        #expect(EventKind.scanSampled.rawValue == 70)
        #expect(EventKind.allCases.count == 42)
        #expect(EventKind.beaconReplaced.name == "BeaconReplaced")
    }
}
