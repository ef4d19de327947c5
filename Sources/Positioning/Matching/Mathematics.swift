import Glibc

/// 10 to a power.
func powerOfTen(_ exponent: Double) -> Double { exp(exponent * 2.302585092994046) }

/// The decimal logarithm.
func decimalLogarithm(_ x: Double) -> Double { log10(x) }

/// e to a power.
func exponential(_ exponent: Double) -> Double { exp(exponent) }

/// The natural logarithm.
func logarithm(_ value: Double) -> Double { log(value) }

/// The natural logarithm in single precision.
func logarithm(_ value: Float) -> Float { logf(value) }

/// The share of a normal distribution that lies below so many standard deviations from its mean.
func normalShare(below deviations: Double) -> Double { 0.5 * erfc(-deviations * 0.7071067811865476) }

/// The sine of an angle in radians.
func sine(_ angle: Double) -> Double { sin(angle) }

/// The cosine of an angle in radians.
func cosine(_ angle: Double) -> Double { cos(angle) }
