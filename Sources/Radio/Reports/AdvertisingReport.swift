public import Survey

/// One advertisement as a controller reports it, without its data.
public struct AdvertisingReport: Hashable, Sendable {
    public let address: MACAddress
    public let addressType: AddressType
    /// Nil where the controller has none: it then says 127, and some drivers say 0.
    public let rssi: RSSI?
    /// Whether this answers an active scan's request rather than being broadcast.
    public let isScanResponse: Bool
    /// Whether it came as an extended report.
    public let isExtended: Bool

    public init(
        address: MACAddress,
        addressType: AddressType,
        rssi: RSSI?,
        isScanResponse: Bool,
        isExtended: Bool
    ) {
        self.address = address
        self.addressType = addressType
        self.rssi = rssi
        self.isScanResponse = isScanResponse
        self.isExtended = isExtended
    }

    /// The address where it stays the same for a beacon's life, else nil.
    ///
    /// Random addresses that are not static (top bits 11) change: a phone's today is another one's tomorrow.
    public var fixedAddress: MACAddress? {
        switch addressType {
        case .public, .publicIdentity, .randomIdentity: address
        case .random: address.value >> 46 == 0b11 ? address : nil
        case .anonymous, .reserved: nil
        }
    }
}

/// What kind of address a report carries (Bluetooth Core Specification, Vol 4, Part E, 7.7.65.13).
public enum AddressType: Hashable, Sendable {
    case `public`
    case random
    case publicIdentity
    case randomIdentity
    /// An extended advertisement without an address.
    case anonymous
    case reserved(UInt8)

    init(_ byte: UInt8) {
        switch byte {
        case 0: self = .public
        case 1: self = .random
        case 2: self = .publicIdentity
        case 3: self = .randomIdentity
        case 0xFF: self = .anonymous
        default: self = .reserved(byte)
        }
    }

    /// The byte that reports carry for it.
    var byte: UInt8 {
        switch self {
        case .public: 0
        case .random: 1
        case .publicIdentity: 2
        case .randomIdentity: 3
        case .anonymous: 0xFF
        case .reserved(let byte): byte
        }
    }
}

/// Why an HCI packet, or a part of it, could not be read.
public enum ReportProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// Not an H4 event packet (indicator 0x04).
    case notAnEvent(indicator: UInt8)
    /// The packet declares another number of bytes than it has.
    case wrongLength(declared: Int, found: Int)
    /// A report ends behind the end of the packet.
    case truncatedReport(index: Int)
    /// A controller gave up on a chain of extended reports; what it had is kept.
    case truncatedByController
    /// A chain of extended reports is longer than an advertisement may be.
    case chainTooLong
    /// The end of a chain of extended reports was lost; what had come of it was dropped when the next one was whole.
    case brokenChain
    /// A sniffer missed a packet of a chain on the air; what had come before it is kept.
    case missedPacket

    public var description: String {
        switch self {
        case .notAnEvent(let indicator): "The packet has the indicator \(indicator), an event has 4."
        case .wrongLength(let declared, let found): "The packet declares \(declared) bytes and has \(found)."
        case .truncatedReport(let index): "Report \(index + 1) of the packet is cut off."
        case .truncatedByController: "The controller could not receive the whole advertisement."
        case .brokenChain: "The end of a chain of reports was lost."
        case .missedPacket: "A packet of a chain on the air was missed."
        case .chainTooLong: "A chain of reports holds more than \(ReportParser.maximumDataSize) bytes."
        }
    }
}
