public import Survey

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

// The one file of this module that uses the C library's mathematics.

extension Similarity {
    /// Leaves every point where it is.
    public static let identity = Similarity(scale: 1, rotation: 0, dx: 0, dy: 0)

    public var isIdentity: Bool { self == .identity }

    /// Where a point lands: turned clockwise (y points down), scaled, then shifted.
    public func image(of point: Point) -> Point {
        if isIdentity { return point }
        let (sine, cosine) = Self.direction(degrees: rotation)
        return Point(
            x: scale * (point.x * cosine - point.y * sine) + dx,
            y: scale * (point.x * sine + point.y * cosine) + dy
        )
    }

    /// The map that does this one first and then another.
    public func followed(by next: Similarity) -> Similarity {
        if isIdentity { return next }
        if next.isIdentity { return self }
        let shift = next.image(of: Point(x: dx, y: dy))
        return Similarity(
            scale: scale * next.scale,
            rotation: Self.normalised(rotation + next.rotation),
            dx: shift.x,
            dy: shift.y
        )
    }

    /// The map that undoes this one.
    public var inverse: Similarity {
        if isIdentity { return self }
        let turn = Similarity(scale: 1 / scale, rotation: Self.normalised(-rotation), dx: 0, dy: 0)
        let shift = turn.image(of: Point(x: dx, y: dy))
        return Similarity(scale: turn.scale, rotation: turn.rotation, dx: -shift.x, dy: -shift.y)
    }

    /// Degrees in 0..<360.
    static func normalised(_ degrees: Double) -> Double {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        let positive = rest < 0 ? rest + 360 : rest
        return positive == 360 ? 0 : positive
    }

    /// Sine and cosine, exact at quarter turns.
    private static func direction(degrees: Double) -> (sine: Double, cosine: Double) {
        switch normalised(degrees) {
        case 0: (0, 1)
        case 90: (1, 0)
        case 180: (0, -1)
        case 270: (-1, 0)
        case let angle: (sin(angle * .pi / 180), cos(angle * .pi / 180))
        }
    }
}
