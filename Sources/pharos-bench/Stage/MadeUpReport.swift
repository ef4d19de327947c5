/// HCI events with one advertising report of an iBeacon each.
enum MadeUpReport {
    /// The packet of a beacon, by its number; its minor and its address say which.
    static func packet(_ number: Int) -> [UInt8] {
        let (high, low) = (UInt8(number >> 8), UInt8(number & 0xFF))
        let data: [UInt8] =
            [0x02, 0x01, 0x06, 0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15] + Array(1...16) + [0, 1, high, low, 0xC5]
        let event: [UInt8] = [0x02, 1, 3, 1, low, high, 3, 4, 5, 0xC6, UInt8(data.count)] + data + [0xBF]
        return [0x04, 0x3E, UInt8(event.count)] + event
    }
}
