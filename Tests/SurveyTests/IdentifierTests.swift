import Survey
import TestSupport
import Testing

@Suite("Identifiers")
struct IdentifierTests {
    @Test("come back from their bytes and from their text", arguments: Seed.forThisRun(50))
    func roundTrips(seed: Seed) {
        var random = SeededGenerator(seed)
        let slot = SlotID.random(using: &random)
        #expect(slot.bytes.count == 16)
        #expect(SlotID(bytes: slot.bytes) == slot)
        #expect(SlotID(slot.description) == slot)
        #expect(SlotID(slot.description.uppercased()) == slot)

        let digest = random.digest()
        #expect(Digest(bytes: digest.bytes) == digest)
        #expect(Digest(digest.description) == digest)
        #expect(digest.prefix.bigEndianBytes == Array(digest.bytes.prefix(8)))

        let incarnation = Incarnation(random.next())
        #expect(Incarnation(incarnation.description) == incarnation)
    }

    @Test("are written big-endian")
    func layout() {
        let floor = FloorID(high: 0x0102_0304_0506_0708, low: 0x090A_0B0C_0D0E_0F10)
        #expect(floor.bytes == Array(1...16))
        #expect(floor.description == "0102030405060708090a0b0c0d0e0f10")
        #expect(Incarnation(0xAB).description == "00000000000000ab")
    }

    @Test("are ordered as their bytes are", arguments: Seed.forThisRun(20))
    func order(seed: Seed) {
        var random = SeededGenerator(seed)
        let (left, right) = (random.digest(), random.digest())
        #expect((left < right) == left.bytes.lexicographicallyPrecedes(right.bytes))
        let (first, second) = (WalkID.random(using: &random), WalkID.random(using: &random))
        #expect((first < second) == first.bytes.lexicographicallyPrecedes(second.bytes))
    }

    @Test("are refused with bytes or digits missing or in excess", arguments: [0, 1, 15, 17, 31, 33, 64])
    func wrongLength(count: Int) {
        let bytes = [UInt8](repeating: 7, count: count)
        #expect(SlotID(bytes: bytes) == nil)
        #expect(SlotID(bytes.hexadecimal) == nil)
        #expect(Digest(bytes: bytes) == nil)
        #expect(Digest(bytes.hexadecimal) == nil)
        #expect(Incarnation(bytes.hexadecimal) == nil)
    }

    @Test("are refused with a letter that is no digit", arguments: ["g", "-", " ", "é", "٣"])
    func wrongDigit(letter: String) {
        #expect(SlotID(letter + String(repeating: "0", count: 31)) == nil)
        #expect(Digest(String(repeating: "0", count: 63) + letter) == nil)
        #expect([UInt8](hexadecimal: letter + "0") == nil)
    }

    @Test("the zero digest is 32 zero bytes")
    func zero() {
        #expect(Digest.zero.bytes == [UInt8](repeating: 0, count: 32))
    }
}

@Suite("Time")
struct TimestampTests {
    @Test(
        "a moment moved past the end of the range stays at the end",
        arguments: [
            (0, 5, 5), (10, -15, -5), (Int64.max, 1, .max), (.max - 1, 1, .max), (.min, -1, .min), (.min, .max, -1),
        ] as [(Int64, Int64, Int64)]
    )
    func advance(start: Int64, distance: Int64, end: Int64) {
        #expect(Timestamp(milliseconds: start).advanced(byMilliseconds: distance).milliseconds == end)
    }
}
