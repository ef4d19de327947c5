import Glibc

/// Degrees to radians.
func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

/// Radians to degrees.
func degrees(_ radians: Double) -> Double { radians * 180 / .pi }

/// The sine of an angle in degrees.
func sine(_ degrees: Double) -> Double { sin(radians(degrees)) }

/// The cosine of an angle in degrees.
func cosine(_ degrees: Double) -> Double { cos(radians(degrees)) }

/// The angle of a vector, in degrees from the axis of `x`.
func arcTangent(_ y: Double, _ x: Double) -> Double { degrees(atan2(y, x)) }

/// The angle in degrees whose sine is given.
func arcSine(_ value: Double) -> Double { degrees(asin(value)) }

/// An angle in degrees, brought into 0 ..< 360.
func normalised(_ degrees: Double) -> Double {
    let rest = fmod(degrees, 360)
    let positive = rest < 0 ? rest + 360 : rest
    return positive >= 360 ? 0 : positive
}
