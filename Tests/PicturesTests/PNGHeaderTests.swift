import Foundation
import Pictures
import TestSupport
import Testing

@Suite("PNG")
struct PNGHeaderTests {
    /// A picture of one white pixel, as libpng writes it.
    private let pixel = [UInt8](
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="
        )!
    )

    @Test("a picture tells its size")
    func size() throws {
        let header = try PNGHeader(pixel)
        #expect(header.width == 1 && header.height == 1)
    }

    @Test("a picture cut short anywhere is refused")
    func truncated() {
        for count in 0..<pixel.count {
            #expect(throws: PNGError.self) { try PNGHeader(Array(pixel.prefix(count))) }
        }
    }

    @Test("a picture with any bit flipped is refused")
    func flipped() {
        for index in pixel.indices {
            for bit in 0..<8 {
                var damaged = pixel
                damaged[index] ^= 1 << UInt8(bit)
                #expect(throws: PNGError.self) { try PNGHeader(damaged) }
            }
        }
    }

    @Test("what is no picture is told apart from a damaged one")
    func kinds() {
        #expect(throws: PNGError.notPNG) { try PNGHeader(Array("GIF89a".utf8)) }
        #expect(throws: PNGError.truncated) { try PNGHeader(Array(pixel.dropLast())) }
        #expect(throws: PNGError.damaged(offset: 55)) { try PNGHeader(pixel + [0]) }
    }

    @Test("random bytes behind a signature never trap", arguments: Seed.forThisRun(200))
    func random(seed: Seed) {
        var random = SeededGenerator(seed)
        let tail = (0..<64).map { _ in UInt8.random(in: 0...255, using: &random) }
        #expect(throws: PNGError.self) { try PNGHeader(pixel.prefix(8) + tail) }
    }
}
