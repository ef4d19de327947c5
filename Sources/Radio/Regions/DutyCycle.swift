/// Listening for a while in every period, to save power: what a phone does in its owner's pocket.
public struct DutyCycle: Hashable, Sendable {
    /// Milliseconds from the start of one listening to the next.
    public let period: Int64
    /// Milliseconds of listening in each.
    public let listening: Int64

    /// A cycle; nil where it would listen all the time, or never.
    public init?(period: Int64, listening: Int64) {
        guard listening > 0, period > listening else { return nil }
        self.period = period
        self.listening = listening
    }

    /// Whether the cycle listens, so many milliseconds after it began.
    public func listens(at time: Int64) -> Bool { time >= 0 && time % period < listening }

    /// Milliseconds within which an arrival is noticed: the period, and three seconds for the first advertisement.
    ///
    /// Where a beacon must be heard for `dwell` milliseconds, the advertisement that ends them may come only in a later
    /// period, since nothing is heard in between.
    public func reaction(dwell: Int64 = 0) -> Int64 { period * (1 + (max(0, dwell) + period - 1) / period) + 3_000 }

    /// Milliseconds of silence that mean nothing: two whole listenings may have missed every packet.
    public var silence: Int64 { 2 * period + listening }
}
