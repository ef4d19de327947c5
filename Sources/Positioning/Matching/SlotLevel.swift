/// How strongly a slot is heard, in a scan or in a print.
///
/// In whole hundredths of a dBm, so that differences are exact: a receiver that reads everything 8 dB stronger gets
/// bit for bit the same relative powers.
public struct SlotLevel: Hashable, Sendable {
    /// The slot's number in its ``PrintTable``.
    public let slot: Int32
    /// Hundredths of a dBm, offset taken off.
    public let level: Int32

    public init(slot: Int32, level: Int32) {
        self.slot = slot
        self.level = level
    }
}
