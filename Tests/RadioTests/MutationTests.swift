import Foundation
import Radio
import TestSupport
import Testing

@Suite("Mutated advertisements")
struct MutationTests {
    /// Mutations of the whole suite.
    private static let count = 1_000_000
    private static let shares = 8

    /// The recorded vectors, or where they are absent an iBeacon and an Eddystone frame.
    private static let vectors: [[UInt8]] = {
        let own: [[UInt8]] = [
            [0x02, 0x01, 0x06, 0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15] + Array(1...16) + [0, 1, 0, 2, 0xC5],
            [0x03, 0x03, 0xAA, 0xFE, 0x11, 0x16, 0xAA, 0xFE, 0x20, 0x00, 0x0B, 0x18, 0x19, 0, 0, 0, 1, 0, 0, 0, 2, 0],
        ]
        guard RecordedData.folder != nil, let text = try? RecordedData.text("adv-vectors/vectors.csv") else {
            return own
        }
        let recorded = text.split(separator: "\n").flatMap { $0.split(separator: ",") }.compactMap {
            field -> [UInt8]? in
            let digits = Array(field.utf8)
            guard digits.count >= 10, digits.count.isMultiple(of: 2) else { return nil }
            let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
                UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
            }
            return bytes.count * 2 == digits.count ? bytes : nil
        }
        return own + recorded
    }()

    @Test(
        "a million mutations give frames or a reason, and never a trap",
        arguments: 0..<MutationTests.shares
    )
    func mutations(share: Int) {
        var random = Xorshift(state: 0x9E37_79B9_7F4A_7C15 &+ UInt64(share))
        var frames: [BeaconFrame] = []
        var (found, refused) = (0, 0)
        var parser = ReportParser()
        for round in 0..<Self.count / Self.shares {
            var bytes = Self.vectors[round % Self.vectors.count]
            for _ in 0...Int(random.next() & 3) where !bytes.isEmpty {
                let draw = random.next()
                let index = Int(truncatingIfNeeded: draw >> 16) & 0xFFFF
                switch draw & 7 {
                case 0: bytes.removeLast(index % bytes.count)
                case 1: bytes.append(UInt8(truncatingIfNeeded: draw >> 8))
                default: bytes[index % bytes.count] = UInt8(truncatingIfNeeded: draw >> 8)
                }
            }
            frames.removeAll(keepingCapacity: true)
            if AdvertisingData.parse(bytes.span, into: &frames) == nil { found += frames.count } else { refused += 1 }
            _ = parser.parse(bytes.span) { _, _ in }
        }
        #expect(found > 0)
        #expect(refused > 0)
    }
}

/// A generator that costs next to nothing, since the test is about what reads its numbers.
private struct Xorshift {
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
