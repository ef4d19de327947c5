import Survey

/// The payload of an advertisement: structures of a length byte, a type byte and data
/// (Bluetooth Core Specification, Vol 3, Part C, 11).
public enum AdvertisingData {
    /// Files every beacon frame that the bytes hold, in order, and returns what could not be read.
    ///
    /// A length of zero ends the significant part. A damaged structure ends the reading, since nothing behind it can
    /// be trusted; a damaged frame inside a whole structure does not.
    @discardableResult
    public static func parse(_ data: borrowing Span<UInt8>, into frames: inout [BeaconFrame]) -> FrameProblem? {
        var problem: FrameProblem?
        var offset = 0
        while offset < data.count {
            let length = Int(data[offset])
            if length == 0 { break }
            let left = data.count - offset - 1
            guard length <= left else { return problem ?? .truncated(declared: length, left: left) }
            do throws(FrameProblem) {
                let body = data.extracting(offset + 2..<offset + 1 + length)
                if let frame = try frame(type: data[offset + 1], body) { frames.append(frame) }
            } catch {
                problem = problem ?? error
            }
            offset += 1 + length
        }
        return problem
    }

    /// Whether the bytes from an offset on are whole structures alone.
    static func isWhole(_ data: borrowing Span<UInt8>, from start: Int) -> Bool {
        var offset = start
        while offset < data.count, data[offset] != 0 { offset += 1 + Int(data[offset]) }
        return offset <= data.count
    }

    /// The frame in one structure; nil where it holds something else.
    private static func frame(type: UInt8, _ body: borrowing Span<UInt8>) throws(FrameProblem) -> BeaconFrame? {
        switch type {
        case 0xFF: try manufacturerFrame(body)
        case 0x16 where body.count >= 3 && body[0] == 0xAA && body[1] == 0xFE: try Eddystone.frame(body)
        default: nil
        }
    }

    /// Manufacturer data: an identifier (little-endian), then what the manufacturer likes.
    private static func manufacturerFrame(_ body: borrowing Span<UInt8>) throws(FrameProblem) -> BeaconFrame? {
        guard body.count >= 4 else { return nil }
        let manufacturer = UInt16(body[1]) << 8 | UInt16(body[0])
        if manufacturer == 0x004C, body[2] == 0x02, body[3] == 0x15 {
            guard body.count >= 25 else { throw .shortFrame(.iBeacon, length: body.count) }
            return .iBeacon(
                uuid: .init(high: body.bigEndian(at: 4), low: body.bigEndian(at: 12)),
                major: body.bigEndian(at: 20),
                minor: body.bigEndian(at: 22),
                power: AdvertisedPower(dBm: Int(Int8(bitPattern: body[24])))
            )
        }
        if body[2] == 0xBE, body[3] == 0xAC {
            guard body.count >= 25 else { throw .shortFrame(.altBeacon, length: body.count) }
            return .altBeacon(
                .init(high: body.bigEndian(at: 4), middle: body.bigEndian(at: 12), low: body.bigEndian(at: 20)),
                manufacturer: manufacturer,
                power: AdvertisedPower(dBm: Int(Int8(bitPattern: body[24]))),
                reserved: body.count > 25 ? body[25] : nil
            )
        }
        return nil
    }
}

extension Span<UInt8> {
    /// The big-endian integer that starts at an offset; its bytes must be there.
    func bigEndian<Value: FixedWidthInteger>(at offset: Int) -> Value {
        var value: Value = 0
        for index in offset..<offset + Value.bitWidth / 8 {
            value = value << 8 | Value(truncatingIfNeeded: self[index])
        }
        return value
    }
}
