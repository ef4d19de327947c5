import Glibc

/// Ten to a power.
func powerOfTen(_ exponent: Double) -> Double { pow(10, exponent) }
