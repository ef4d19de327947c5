import Pictures
import Testing

@Suite("Bitmap")
struct BitmapTests {
    @Test("is written as a whole PNG of its size", arguments: [(1, 1), (8, 3), (9, 1), (600, 400), (1_300, 900)])
    func png(width: Int, height: Int) throws {
        let header = try PNGHeader(Bitmap(width: width, height: height).png)
        #expect(header.width == width && header.height == height)
    }

    @Test("two pixels, one of them black, are the bytes that the standards ask for")
    func bytes() {
        var picture = Bitmap(width: 2, height: 1)
        picture.fill(x: 1..<2, y: 0..<1)
        // Filter 0 and 1011 1111; Adler-32 of 00 BF is 00C1 00C0.
        let stream: [UInt8] = [0x78, 0x01, 1, 2, 0, 0xFD, 0xFF, 0x00, 0xBF, 0x00, 0xC1, 0x00, 0xC0]
        let png = picture.png
        #expect(Array(png[41..<41 + stream.count]) == stream)
    }

    @Test("a rectangle blackens what lies in the picture")
    func fill() {
        var picture = Bitmap(width: 10, height: 10)
        picture.fill(x: 8..<20, y: -5..<2)
        let black = (0..<10).flatMap { y in (0..<10).filter { picture.isBlack(x: $0, y: y) }.map { "\($0),\(y)" } }
        #expect(black == ["8,0", "9,0", "8,1", "9,1"])
    }
}
