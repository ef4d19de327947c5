import Glibc

/// 10 to a power.
func powerOfTen(_ exponent: Double) -> Double { exp(exponent * 2.302585092994046) }

/// The decimal logarithm.
func decimalLogarithm(_ x: Double) -> Double { log10(x) }
