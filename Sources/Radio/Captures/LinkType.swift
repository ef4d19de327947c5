/// The link types of pcap files that hold Bluetooth (tcpdump.org/linktypes).
enum LinkType: UInt32 {
    case hciH4 = 187
    /// Four bytes of direction, then H4.
    case hciH4WithDirection = 201
    case lowEnergy = 251
    /// Ten bytes of channel, strength and flags, then a low energy packet.
    case lowEnergyWithRadio = 256
    /// Two bytes of adapter, two of kind, then HCI without the indicator.
    case linuxMonitor = 254

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
        case .lowEnergy: return advertisingPDU(record, rssi: nil)
        case .lowEnergyWithRadio:
            guard record.count > 10 else { return nil }
            let isSignalValid = record[8] & 0b10 != 0
            return advertisingPDU(Array(record[10...]), rssi: isSignalValid ? Int8(bitPattern: record[1]) : nil)
        }
    }

    /// Strips access address and CRC.
    private func advertisingPDU(_ packet: [UInt8], rssi: Int8?) -> CapturedPacket.Content? {
        guard packet.count >= 4 + 2 + 3, packet.starts(with: Self.advertising) else { return nil }
        return .linkLayer(Array(packet[4..<packet.count - 3]), rssi: rssi)
    }
}
