/// What a controller answers to HCI commands (Bluetooth Core Specification, Vol 4, Part E): low energy alone, scanning alone.
struct Controller {
    /// Whether it offers extended scanning.
    let isExtended: Bool
    /// Whether it refuses to scan, as one does that somebody else scans with.
    let refusesScans: Bool
    /// Whether reports are wanted now.
    private(set) var isScanning = false

    init(isExtended: Bool, refusesScans: Bool) {
        self.isExtended = isExtended
        self.refusesScans = refusesScans
    }

    /// The answer to a command packet with its H4 indicator; nil for what is no command.
    mutating func answer(_ packet: [UInt8]) -> [UInt8]? {
        guard packet.count >= 4, packet[0] == 0x01 else { return nil }
        let opcode = UInt16(packet[2]) << 8 | UInt16(packet[1])
        let parameters = Array(packet[4...])
        let result = result(of: opcode, parameters)
        return [0x04, 0x0E, UInt8(3 + result.count), 1, packet[1], packet[2]] + result
    }

    /// Status and return parameters.
    private mutating func result(of opcode: UInt16, _ parameters: [UInt8]) -> [UInt8] {
        switch opcode {
        case 0x0C03:
            isScanning = false  // a reset ends the scan
            return [0]
        case 0x1001: return [0, 9, 0, 0, 9, 0xF1, 0x05, 0, 0]  // versions 5.0 of both layers
        case 0x1002: return [0] + supportedCommands
        case 0x1003: return [0, 0, 0, 0, 0, 0x60, 0, 0, 0]  // low energy, and no basic rate
        case 0x1009: return [0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x00]
        case 0x2002: return [0, 251, 0, 8]
        case 0x2003: return [0] + Array(repeating: 0, count: 8)
        case 0x2007, 0x200F: return [0, 4]
        case 0x201C: return [0, 0xFF, 0xFF, 0xFF, 0x3F, 0, 0, 0, 0]
        case 0x200B, 0x2041: return [refusesScans ? 0x0C : 0]
        case 0x200C, 0x2042:
            guard !isExtended == (opcode == 0x200C) else { return [0x01] }
            isScanning = parameters.first == 1
            return [0]
        default: return [0]
        }
    }

    private var supportedCommands: [UInt8] {
        var octets = Array(repeating: UInt8(0), count: 64)
        if isExtended { octets[37] = 0b0110_0000 }
        return octets
    }
}
