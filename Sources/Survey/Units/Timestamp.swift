/// A moment of somebody's clock: milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct Timestamp: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let milliseconds: Int64

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

    /// The moment that lies so many milliseconds later (earlier where negative); at the ends of the range it stays there.
    public func advanced(byMilliseconds distance: Int64) -> Timestamp {
        let (sum, overflow) = milliseconds.addingReportingOverflow(distance)
        return Timestamp(milliseconds: overflow ? (distance < 0 ? .min : .max) : sum)
    }

    public var description: String { "\(milliseconds) ms" }
}
