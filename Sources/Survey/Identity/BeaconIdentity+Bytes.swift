extension BeaconIdentity {
    /// The identity in one canonical byte string: payloads, stores and blocks all use this form.
    ///
    /// A tag (1 iBeacon, 2 Eddystone-UID, 3 AltBeacon, 4 address only, 5 name; +128 where an address follows a
    /// frame), then the fields big-endian, then the six bytes of the address.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(27)
        append(to: &bytes)
        return bytes
    }

    /// Appends the canonical byte string.
    public func append(to bytes: inout [UInt8]) {
        let flag: UInt8 = address == nil ? 0 : 128
        switch frame {
        case .iBeacon(let uuid, let major, let minor):
            bytes.append(1 | flag)
            bytes.append(bigEndian: uuid.high)
            bytes.append(bigEndian: uuid.low)
            bytes.append(bigEndian: major)
            bytes.append(bigEndian: minor)
        case .eddystone(let uid):
            bytes.append(2 | flag)
            bytes.append(bigEndian: uid.high)
            bytes.append(bigEndian: uid.low)
        case .altBeacon(let id):
            bytes.append(3 | flag)
            bytes.append(bigEndian: id.high)
            bytes.append(bigEndian: id.middle)
            bytes.append(bigEndian: id.low)
        case .addressOnly:
            bytes.append(4)
        case .name(let name):
            bytes.append(5)
            bytes += name.utf8
            return  // a name was never on the air, so it has no address
        }
        guard let address else { return }
        bytes.append(bigEndian: UInt16(truncatingIfNeeded: address.value >> 32))
        bytes.append(bigEndian: UInt32(truncatingIfNeeded: address.value))
    }

    /// The identity that a canonical byte string holds; nil where the bytes are not canonical.
    public init?(bytes: some Collection<UInt8>) {
        let all = Array(bytes)
        guard let tag = all.first else { return nil }
        let body = all[1...]
        func word(_ range: Range<Int>) -> UInt64 { UInt64(bigEndianBytes: all[range]) }
        let frame: Frame
        let frameLength: Int
        switch tag & 127 {
        case 1 where body.count >= 20:
            frame = .iBeacon(
                uuid: ProximityUUID(high: word(1..<9), low: word(9..<17)),
                major: UInt16(truncatingIfNeeded: word(17..<19)),
                minor: UInt16(truncatingIfNeeded: word(19..<21))
            )
            frameLength = 20
        case 2 where body.count >= 16:
            frame = .eddystone(EddystoneUID(high: word(1..<9), low: word(9..<17)))
            frameLength = 16
        case 3 where body.count >= 20:
            let low = UInt32(truncatingIfNeeded: word(17..<21))
            frame = .altBeacon(AltBeaconID(high: word(1..<9), middle: word(9..<17), low: low))
            frameLength = 20
        case 4 where tag == 4 && body.count == 6:
            frame = .addressOnly
            frameLength = 0
        case 5 where tag == 5:
            guard let name = String(validating: body, as: UTF8.self), (1...200).contains(name.count) else { return nil }
            self.init(.name(name))
            return
        default:
            return nil
        }
        let hasAddress = tag & 128 != 0 || tag == 4
        guard body.count == frameLength + (hasAddress ? 6 : 0) else { return nil }
        self.init(frame, address: hasAddress ? MACAddress(value: UInt64(bigEndianBytes: body.suffix(6))) : nil)
    }
}
