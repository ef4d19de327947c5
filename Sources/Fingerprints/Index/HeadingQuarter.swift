/// A quarter of the compass that a receiver faced, by the plan's up: the body behind it shades what comes from there.
public enum HeadingQuarter: UInt8, Hashable, Sendable, CaseIterable, Comparable {
    /// 315…45 degrees.
    case up = 0
    /// 45…135 degrees.
    case right = 1
    /// 135…225 degrees.
    case down = 2
    /// 225…315 degrees.
    case left = 3

    /// The quarter of a heading in degrees clockwise.
    public init(degrees: Double) {
        let turned = (degrees + 45).truncatingRemainder(dividingBy: 360)
        let positive = turned < 0 ? turned + 360 : turned
        self = HeadingQuarter(rawValue: UInt8(min(positive / 90, 3))) ?? .up
    }

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
