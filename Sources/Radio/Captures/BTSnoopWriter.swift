import Survey

/// Writes btsnoop files of HCI packets with their H4 indicator, which btmon, Wireshark and ``CaptureFormat`` read.
public enum BTSnoopWriter {
    /// What a file begins with.
    public static let header: [UInt8] =
        Array("btsnoop\0".utf8) + UInt32(1).bigEndianBytes + UInt32(1002).bigEndianBytes

    /// The record of a packet received at `time`, in microseconds since 1970-01-01T00:00:00Z.
    public static func record(of packet: [UInt8], at time: Int64) -> [UInt8] {
        let length = UInt32(packet.count)
        // Flags: received, and an event rather than data; drops are not counted.
        return length.bigEndianBytes + length.bigEndianBytes + UInt32(0b11).bigEndianBytes + UInt32(0).bigEndianBytes
            + (time &+ BTSnoopReader.epoch).bigEndianBytes + packet
    }

    /// The record of an advertisement as a controller would report it: legacy where it fits, else extended.
    ///
    /// For sources that have no HCI packets, such as sniffers.
    public static func record(of advertisement: Advertisement, at time: Int64) -> [UInt8] {
        let report = advertisement.report
        let address = (0..<6).map { UInt8(truncatingIfNeeded: report.address.value >> (8 * UInt64($0))) }
        let strength = UInt8(bitPattern: Int8(clamping: report.rssi?.dBm ?? 127))
        let kind: UInt8 = report.isScanResponse ? 4 : 3
        let data = advertisement.data
        guard data.count <= 31 else {
            // A report holds 229 bytes of data; a longer advertisement is a chain of them.
            let limit = 229
            return stride(from: 0, to: data.count, by: limit).flatMap { start -> [UInt8] in
                let piece = Array(data[start..<min(start + limit, data.count)])
                let status: UInt8 = start + limit < data.count ? 0b0010_0000 : 0
                let event: [UInt8] =
                    [0x0D, 1, status | (report.isScanResponse ? 0b1000 : 0), 0, report.addressType.byte] + address
                    + [1, 0, 0, 127, strength, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(piece.count)] + piece
                return record(of: [0x04, 0x3E, UInt8(event.count)] + event, at: time)
            }
        }
        let event = [0x02, 1, kind, report.addressType.byte] + address + [UInt8(data.count)] + data + [strength]
        return record(of: [0x04, 0x3E, UInt8(event.count)] + event, at: time)
    }
}
