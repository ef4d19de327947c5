/// Received signal strength in whole dBm, within what a controller can report for a packet: −127…20, without 0.
///
/// 127 means "not available" in the Bluetooth Core Specification (Vol 4, Part E, 7.7.65.2), and 0 is what drivers
/// put where they have none: neither is a strength.
public struct RSSI: Hashable, Sendable, Comparable, CustomStringConvertible {
    private let value: Int8

    /// The strength in dBm.
    public var dBm: Int { Int(value) }

    /// A strength in dBm; nil outside −127…20, and for 0.
    public init?(dBm: Int) {
        guard (-127...20).contains(dBm), dBm != 0 else { return nil }
        value = Int8(dBm)
    }

    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }

    public var description: String { "\(value) dBm" }
}
