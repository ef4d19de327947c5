#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The decimal logarithm.
func decimalLogarithm(_ x: Double) -> Double { log10(x) }

/// The natural logarithm.
func naturalLogarithm(_ x: Double) -> Double { log(x) }

/// The cosine of an angle in radians.
func cosine(_ radians: Double) -> Double { cos(radians) }

/// The sine of an angle in radians.
func sine(_ radians: Double) -> Double { sin(radians) }

/// The angle in radians whose tangent is y/x, in the quadrant of (x, y).
func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
