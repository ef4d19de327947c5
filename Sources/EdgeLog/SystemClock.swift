import Glibc
public import Survey

/// Tells what time it is.
public protocol AgentClock: Sendable {
    func now() -> Moment
}

/// The machine's own clocks.
public struct SystemClock: AgentClock {
    private let boot: BootID

    /// Reads the kernel's boot identifier; where there is none, each process counts as a boot of its own.
    public init() {
        var random = SystemRandomNumberGenerator()
        let text = (try? DurableFile.read("/proc/sys/kernel/random/boot_id")) ?? []  // absent outside Linux: see above
        let digits = String(decoding: text.filter { $0 > 32 && $0 != UInt8(ascii: "-") }, as: UTF8.self)
        boot = BootID(digits) ?? .random(using: &random)
    }

    /// Reads both clocks.
    public func now() -> Moment {
        Moment(
            wallClock: Timestamp(milliseconds: Self.milliseconds(of: CLOCK_REALTIME)),
            boot: boot,
            sinceBoot: Self.milliseconds(of: CLOCK_BOOTTIME)
        )
    }

    private static func milliseconds(of clock: clockid_t) -> Int64 {
        var time = timespec()
        precondition(clock_gettime(clock, &time) == 0, "Linux has both clocks.")
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
