import Survey

/// An advertising PDU of the link layer, as sniffers capture it (Bluetooth Core Specification, Vol 6, Part B, 2.3).
public struct AdvertisingPDU: Hashable, Sendable {
    public let report: AdvertisingReport
    /// The advertising data.
    public let data: [UInt8]

    /// Reads a PDU without access address and CRC; nil where it carries no advertising data of one sender.
    public init?(_ bytes: [UInt8], rssi: Int8?) {
        guard bytes.count >= 2 else { return nil }
        let type = bytes[0] & 0x0F
        let length = Int(bytes[1])
        guard bytes.count >= 2 + length else { return nil }
        let payload = Array(bytes[2..<2 + length])
        let addressType: AddressType = bytes[0] & 0x40 == 0 ? .public : .random
        let strength = rssi.flatMap { RSSI(dBm: Int($0)) }
        switch type {
        case 0, 2, 4, 6:  // ADV_IND, ADV_NONCONN_IND, SCAN_RSP, ADV_SCAN_IND
            guard let address = Self.address(payload, at: 0) else { return nil }
            report = AdvertisingReport(
                address: address,
                addressType: addressType,
                rssi: strength,
                isScanResponse: type == 4,
                isExtended: false
            )
            data = Array(payload[6...])
        case 7:  // ADV_EXT_IND and the auxiliary packets
            guard let first = payload.first, payload.count > Int(first & 0x3F) else { return nil }
            let headerLength = Int(first & 0x3F)
            let hasAddress = headerLength >= 1 && payload[1] & 1 != 0
            guard hasAddress, headerLength >= 7, let address = Self.address(payload, at: 2) else { return nil }
            // Where the data comes in an auxiliary packet, that one is the report.
            let isPointer = payload[1] & 0b1_0000 != 0 && payload.count == 1 + headerLength
            guard !isPointer else { return nil }
            report = AdvertisingReport(
                address: address,
                addressType: addressType,
                rssi: strength,
                isScanResponse: false,
                isExtended: true
            )
            data = Array(payload[(1 + headerLength)...])
        default:
            return nil
        }
    }

    private static func address(_ bytes: [UInt8], at offset: Int) -> MACAddress? {
        guard bytes.count >= offset + 6 else { return nil }
        return MACAddress(value: bytes[offset..<offset + 6].reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }
}
