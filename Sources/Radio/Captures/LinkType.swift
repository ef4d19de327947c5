/// The link types of pcap files that hold Bluetooth (tcpdump.org/linktypes).
enum LinkType: UInt32 {
    /// What Ubertooth's files called their packets before low energy had a number.
    case userDefined = 147
    case hciH4 = 187
    /// Per-packet information, then a packet of the type it names: Ubertooth and Kismet write it.
    case perPacketInformation = 192
    /// Four bytes of direction, then H4.
    case hciH4WithDirection = 201
    case lowEnergy = 251
    /// Two bytes of adapter, two of kind, then HCI without the indicator.
    case linuxMonitor = 254
    /// Ten bytes of channel, strength and flags, then a low energy packet.
    case lowEnergyWithRadio = 256
    /// The header of Nordic's sniffer, then a low energy packet.
    case nordic = 272

    /// The access address of the advertising channels, as the bytes stand on the air.
    private static let advertising: [UInt8] = [0xD6, 0xBE, 0x89, 0x8E]

    /// What a record holds; nil for what is neither an HCI packet nor an advertising PDU.
    func content(of record: [UInt8]) -> CapturedPacket.Content? {
        switch self {
        case .hciH4: return record.isEmpty ? nil : .hci(record)
        case .hciH4WithDirection: return record.count > 4 ? .hci(Array(record[4...])) : nil
        case .linuxMonitor:
            guard record.count > 4, UInt16(bigEndian: record, at: 2) == 3 else { return nil }
            return .hci([0x04] + record[4...])
        case .lowEnergy, .userDefined: return Self.advertisingPDU(record, rssi: nil)
        case .lowEnergyWithRadio: return Self.withRadio(record)
        case .perPacketInformation: return Self.withInformation(record)
        case .nordic: return Self.fromNordic(record)
        }
    }

    /// A pseudo-header of ten bytes: the flags say whether strength and checksum count, and which coding was used.
    private static func withRadio(_ record: [UInt8]) -> CapturedPacket.Content? {
        guard record.count > 10 else { return nil }
        let flags = UInt16(record[9]) << 8 | UInt16(record[8])
        guard flags & 0x0C00 != 0x0400 else { return nil }  // its checksum was tested and is wrong
        let isCoded = flags >> 14 == 2
        let rssi = flags & 0b10 != 0 ? Int8(bitPattern: record[1]) : nil
        return advertisingPDU(Array(record[10...]), rssi: rssi, channel: channel(at: record[0]), isCoded: isCoded)
    }

    /// The index of the channel at a frequency, counted in steps of 2 MHz from 2,402 MHz (Core Specification, Vol 6, Part B,
    /// 1.4.1); nil beyond the band.
    private static func channel(at frequency: UInt8) -> UInt8? {
        switch frequency {
        case 0: 37
        case 1...11: frequency - 1
        case 12: 38
        case 13...38: frequency - 2
        case 39: 39
        default: nil
        }
    }

    /// A header of eight bytes and fields; the field 30006 holds what Ubertooth knows of the strength.
    private static func withInformation(_ record: [UInt8]) -> CapturedPacket.Content? {
        guard let length = UInt16(record, at: 2, isBigEndian: false).map(Int.init), length >= 8,
            let number = UInt32(record, at: 4, isBigEndian: false), record.count > length,
            let link = LinkType(rawValue: number), link != .perPacketInformation
        else { return nil }
        var rssi: Int8?
        var offset = 8
        while let type = UInt16(record, at: offset, isBigEndian: false),
            let size = UInt16(record, at: offset + 2, isBigEndian: false).map(Int.init), offset + 4 + size <= length
        {
            // Version, two of channel, five of time, then the strongest, weakest and mean strength.
            if type == 30_006, size >= 12 { rssi = Int8(bitPattern: record[offset + 4 + 10]) }
            offset += 4 + size
        }
        switch link.content(of: Array(record[length...])) {
        case .linkLayer(let pdu, nil, let channel): return .linkLayer(pdu, rssi: rssi, channel: channel)
        case let content: return content
        }
    }

    /// The board, a header of six bytes, then ten bytes of flags, channel, strength and time.
    ///
    /// The header's first version differs from later ones in what precedes the kind of packet, not in where that stands.
    private static func fromNordic(_ record: [UInt8]) -> CapturedPacket.Content? {
        guard record.count > 17 else { return nil }
        let packet = record[6]
        guard packet == 2 || packet == 6, record[7] >= 10, record.count > 7 + Int(record[7]) else { return nil }
        guard record[8] & 1 != 0 else { return nil }  // its checksum is wrong
        let isCoded = record[8] >> 4 & 0b111 == 2
        let rssi = record[10] <= 127 ? -Int8(record[10]) : nil
        let channel = record[9] < 40 ? record[9] : nil
        return advertisingPDU(Array(record[(7 + Int(record[7]))...]), rssi: rssi, channel: channel, isCoded: isCoded)
    }

    /// Strips access address and checksum, and the byte that says how a coded packet is coded.
    private static func advertisingPDU(
        _ packet: [UInt8],
        rssi: Int8?,
        channel: UInt8? = nil,
        isCoded: Bool = false
    ) -> CapturedPacket.Content? {
        let start = isCoded ? 5 : 4
        guard packet.count >= start + 2 + 3, packet.starts(with: advertising) else { return nil }
        return .linkLayer(Array(packet[start..<packet.count - 3]), rssi: rssi, channel: channel)
    }
}
