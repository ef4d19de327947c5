/// One run of a machine, from boot to shutdown; never instantiated.
public enum Boot {}

/// What names a boot: 16 random bytes, as Linux draws them.
public typealias BootID = Identifier<Boot>

/// A moment by both clocks that an agent has: the one people set, and the one that only counts.
public struct Moment: Hashable, Sendable {
    /// For people; may jump, or be years off.
    public let wallClock: Timestamp
    public let boot: BootID
    /// Milliseconds since `boot`, the time asleep included; never jumps.
    public let sinceBoot: Int64

    public init(wallClock: Timestamp, boot: BootID, sinceBoot: Int64) {
        self.wallClock = wallClock
        self.boot = boot
        self.sinceBoot = sinceBoot
    }
}
