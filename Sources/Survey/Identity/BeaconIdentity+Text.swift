extension BeaconIdentity: CustomStringConvertible, LosslessStringConvertible {
    /// The identity as a person writes it: `ibeacon:UUID/major/minor`, `eddystone:NAMESPACE/INSTANCE`,
    /// `altbeacon:HEX`, `mac:AA:BB:CC:DD:EE:FF` or `name:…`, with `+mac:…` behind a frame whose address is known.
    public var description: String {
        let suffix = address.map { "+mac:\($0)" } ?? ""
        return switch frame {
        case .iBeacon(let uuid, let major, let minor): "ibeacon:\(uuid)/\(major)/\(minor)\(suffix)"
        case .eddystone(let uid): "eddystone:\(uid)\(suffix)"
        case .altBeacon(let id): "altbeacon:\(id)\(suffix)"
        case .addressOnly: address.map { "mac:\($0)" } ?? "mac:"
        case .name(let name): "name:\(name)"
        }
    }

    public init?(_ text: String) {
        // Bytes, not characters: a name may begin with a combining mark, which makes one character of it and the colon.
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let kind = text[..<colon].lowercased()
        let rest = String(Substring(text.utf8[colon...].dropFirst()))
        if kind == "name" {
            guard (1...200).contains(rest.count) else { return nil }
            self.init(.name(rest))
            return
        }
        if kind == "mac" {
            guard let address = MACAddress(rest) else { return nil }
            self.init(.addressOnly, address: address)
            return
        }
        let parts = rest.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 2, let body = parts.first else { return nil }
        var address: MACAddress?
        if parts.count == 2 {
            guard parts[1].hasPrefix("mac:"), let given = MACAddress(String(parts[1].dropFirst(4))) else { return nil }
            address = given
        }
        guard let frame = Frame(kind: kind, body: body) else { return nil }
        self.init(frame, address: address)
    }
}

extension BeaconIdentity.Frame {
    /// The frame that a text such as `UUID/major/minor` names.
    fileprivate init?(kind: String, body: String) {
        let fields = body.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        switch (kind, fields.count) {
        case ("ibeacon", 3):
            guard let uuid = ProximityUUID(fields[0]), let major = UInt16(fields[1]), let minor = UInt16(fields[2])
            else { return nil }
            self = .iBeacon(uuid: uuid, major: major, minor: minor)
        case ("eddystone", 2):
            guard fields[0].utf8.count == 20, fields[1].utf8.count == 12 else { return nil }
            guard let bytes = [UInt8](hexadecimal: fields[0] + fields[1]) else { return nil }
            self = .eddystone(
                EddystoneUID(high: UInt64(bigEndianBytes: bytes[0..<8]), low: UInt64(bigEndianBytes: bytes[8..<16]))
            )
        case ("altbeacon", 1):
            guard let bytes = [UInt8](hexadecimal: fields[0]), bytes.count == 20 else { return nil }
            self = .altBeacon(
                AltBeaconID(
                    high: UInt64(bigEndianBytes: bytes[0..<8]),
                    middle: UInt64(bigEndianBytes: bytes[8..<16]),
                    low: UInt32(bigEndianBytes: bytes[16..<20])
                )
            )
        default:
            return nil
        }
    }
}

extension ProximityUUID: CustomStringConvertible, LosslessStringConvertible {
    /// 36 characters in the form of RFC 9562, uppercase.
    public var description: String {
        let digits = (high.bigEndianBytes + low.bigEndianBytes).hexadecimal.uppercased()
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text.append("-") }
            text.append(digit)
        }
        return text
    }

    /// A UUID with or without its dashes, in either case.
    public init?(_ text: String) {
        guard let bytes = [UInt8](hexadecimal: text.filter { $0 != "-" }), bytes.count == 16 else { return nil }
        self.init(high: UInt64(bigEndianBytes: bytes[0..<8]), low: UInt64(bigEndianBytes: bytes[8..<16]))
    }
}

extension EddystoneUID: CustomStringConvertible {
    /// Twenty hexadecimal digits of namespace, a slash, twelve of instance.
    public var description: String {
        let digits = (high.bigEndianBytes + low.bigEndianBytes).hexadecimal
        return "\(digits.prefix(20))/\(digits.suffix(12))"
    }
}

extension AltBeaconID: CustomStringConvertible {
    /// Forty hexadecimal digits.
    public var description: String {
        (high.bigEndianBytes + middle.bigEndianBytes + low.bigEndianBytes).hexadecimal
    }
}

extension MACAddress: CustomStringConvertible, LosslessStringConvertible {
    /// Six pairs of uppercase hexadecimal digits with colons between them.
    public var description: String {
        let digits = value.bigEndianBytes.suffix(6).hexadecimal.uppercased()
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, index.isMultiple(of: 2) { text.append(":") }
            text.append(digit)
        }
        return text
    }

    public init?(_ text: String) {
        guard let bytes = [UInt8](hexadecimal: text.filter { $0 != ":" && $0 != "-" }), bytes.count == 6 else {
            return nil
        }
        self.init(value: UInt64(bigEndianBytes: bytes))
    }
}
