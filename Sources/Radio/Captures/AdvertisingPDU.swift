public import Survey

/// A PDU of the advertising channels, as sniffers capture it (Bluetooth Core Specification, Vol 6, Part B, 2.3).
public enum AdvertisingPDU: Hashable, Sendable {
    /// Everything that is advertised, in one packet.
    case legacy(AdvertisingReport, data: [UInt8])
    /// A packet of an extended advertisement, of which there may be more.
    case extended(ExtendedAdvertisingPDU)
    /// Somebody asks an advertiser for its scan response.
    case scanRequest(advertiser: MACAddress)

    /// Reads a PDU without access address and CRC; nil where it carries nothing of what is advertised to everybody.
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
            guard let address = MACAddress(onAir: payload, at: 0) else { return nil }
            let report = AdvertisingReport(
                address: address,
                addressType: addressType,
                rssi: strength,
                isScanResponse: type == 4,
                isExtended: false
            )
            self = .legacy(report, data: Array(payload[6...]))
        case 3:  // SCAN_REQ and AUX_SCAN_REQ
            guard let advertiser = MACAddress(onAir: payload, at: 6) else { return nil }
            self = .scanRequest(advertiser: advertiser)
        case 7:  // ADV_EXT_IND and the auxiliary packets
            guard let packet = ExtendedAdvertisingPDU(payload, addressType, strength) else { return nil }
            self = .extended(packet)
        default:
            return nil
        }
    }
}

/// One packet of an extended advertisement: ADV_EXT_IND on a primary channel, which points to the others; AUX_ADV_IND and
/// AUX_SCAN_RSP, with which the data begins; AUX_CHAIN_IND, with which it goes on (Vol 6, Part B, 2.3.4).
public struct ExtendedAdvertisingPDU: Hashable, Sendable {
    /// Who advertises; the packets of a chain need not repeat it.
    public let address: MACAddress?
    public let addressType: AddressType
    public let rssi: RSSI?
    /// The advertising set and what version of its data this is: the same in all packets of an advertisement.
    public let dataInfo: UInt16?
    /// Where the next packet comes; nil in the last one.
    public let pointer: Pointer?
    public let data: [UInt8]

    /// Where and when the next packet of an advertisement is sent (AuxPtr).
    public struct Pointer: Hashable, Sendable {
        /// The index of the channel, 0 to 36.
        public let channel: UInt8
        /// Microseconds from the start of this packet to the start of the next one.
        public let delay: Int64
    }

    /// Reads a payload; nil where its header does not fit into it.
    init?(_ payload: [UInt8], _ addressType: AddressType, _ rssi: RSSI?) {
        guard let first = payload.first, payload.count > Int(first & 0x3F) else { return nil }
        let header = payload[1..<1 + Int(first & 0x3F)]
        let flags = header.first ?? 0
        var fields = header.dropFirst()
        /// The bytes of a field that a flag says is there; nil where it is not.
        func field(_ bit: UInt8, _ size: Int) -> [UInt8]? {
            guard flags >> bit & 1 != 0 else { return nil }
            let bytes = Array(fields.prefix(size))
            fields = fields.dropFirst(size)
            return bytes
        }
        let sender = field(0, 6)
        _ = field(1, 6)  // whom it is for
        _ = field(2, 1)  // a constant tone
        let information = field(3, 2)
        let auxiliary = field(4, 3)
        let present = [(0, 6), (1, 6), (2, 1), (3, 2), (4, 3)] as [(UInt8, Int)]
        let needed = present.reduce(0) { flags >> $1.0 & 1 != 0 ? $0 + $1.1 : $0 }
        guard needed <= max(header.count - 1, 0) else { return nil }
        address = sender.flatMap { MACAddress(onAir: $0, at: 0) }
        self.addressType = addressType
        self.rssi = rssi
        dataInfo = information.map { UInt16($0[1]) << 8 | UInt16($0[0]) }
        pointer = auxiliary.map { bytes in
            let word = UInt32(bytes[2]) << 16 | UInt32(bytes[1]) << 8 | UInt32(bytes[0])
            return Pointer(
                channel: UInt8(word & 0x3F),
                delay: Int64(word >> 8 & 0x1FFF) * (word & 0x80 != 0 ? 300 : 30)
            )
        }
        data = Array(payload[(1 + header.count)...])
    }
}

extension MACAddress {
    /// The address at an offset, least significant byte first; nil where the bytes end before it.
    fileprivate init?(onAir bytes: [UInt8], at offset: Int) {
        guard bytes.count >= offset + 6 else { return nil }
        self.init(value: bytes[offset..<offset + 6].reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }
}
