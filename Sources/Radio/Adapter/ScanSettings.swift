/// How an adapter scans.
public struct ScanSettings: Hashable, Sendable {
    /// Whether every advertiser is asked for its scan response: more data, and more noise on the air.
    public let isActive: Bool
    /// Milliseconds from the start of one listening to the next, 3…10,240.
    public let interval: Double
    /// Milliseconds of listening in each interval, at most as long; as long means all the time.
    public let window: Double
    /// Whether extended advertisements are listened for where the controller can.
    public let usesExtended: Bool
    /// Whether an adapter that is down may be switched on.
    public let powersOn: Bool

    /// The times that a controller takes, in milliseconds.
    public static let times = 2.5...10_240.0

    public init(
        isActive: Bool = false,
        interval: Double = 60,
        window: Double = 60,
        usesExtended: Bool = true,
        powersOn: Bool = true
    ) {
        self.isActive = isActive
        self.interval = min(max(interval, Self.times.lowerBound), Self.times.upperBound)
        self.window = min(max(window, Self.times.lowerBound), self.interval)
        self.usesExtended = usesExtended
        self.powersOn = powersOn
    }
}

/// An HCI command (Bluetooth Core Specification, Vol 4, Part E).
struct HCICommand: Hashable, Sendable {
    let opcode: UInt16
    let parameters: [UInt8]

    /// The command as an H4 packet.
    var packet: [UInt8] { [0x01] + Self.bytes(opcode) + [UInt8(parameters.count)] + parameters }

    static let readSupportedCommands = HCICommand(opcode: 0x1002, parameters: [])
    static let resetOpcode: UInt16 = 0x0C03

    /// Starts or ends a scan; duplicates are never filtered, since a survey counts packets.
    static func scan(_ isOn: Bool, extended: Bool) -> HCICommand {
        let on: UInt8 = isOn ? 1 : 0
        return extended
            ? HCICommand(opcode: 0x2042, parameters: [on, 0, 0, 0, 0, 0])
            : HCICommand(opcode: 0x200C, parameters: [on, 0])
    }

    /// Says how to scan: with our public address, whoever advertises, on the 1M channels.
    static func parameters(_ settings: ScanSettings, extended: Bool) -> HCICommand {
        let times = bytes(slots(settings.interval)) + bytes(slots(settings.window))
        let type: UInt8 = settings.isActive ? 1 : 0
        return extended
            ? HCICommand(opcode: 0x2041, parameters: [0, 0, 0b001, type] + times)
            : HCICommand(opcode: 0x200B, parameters: [type] + times + [0, 0])
    }

    /// The unit of scan times is 0.625 ms.
    private static func slots(_ milliseconds: Double) -> UInt16 { UInt16((milliseconds / 0.625).rounded()) }

    private static func bytes(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }
}
