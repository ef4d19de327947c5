/// How long to wait before connecting again: full jitter, from one second up to five minutes.
///
/// Each wait is drawn evenly from zero to a bound that doubles (Marc Brooker, "Exponential Backoff and Jitter", AWS
/// Architecture Blog, 2015), so that thousands of devices do not return in step.
public struct Backoff: Hashable, Sendable {
    private var bound = Self.shortest

    /// Milliseconds.
    public static let shortest: Int64 = 1_000
    /// Milliseconds.
    public static let longest: Int64 = 300_000

    public init() {}

    /// Milliseconds to wait after a failure, and not less than the server asked for.
    public mutating func next(atLeast minimum: Int64 = 0, using random: inout some RandomNumberGenerator) -> Int64 {
        let wait = Int64.random(in: 0...bound, using: &random)
        bound = min(bound * 2, Self.longest)
        return max(wait, min(minimum, Self.longest))
    }

    /// Starts again from the shortest wait: a session got through, or the network returned.
    public mutating func reset() { bound = Self.shortest }
}
