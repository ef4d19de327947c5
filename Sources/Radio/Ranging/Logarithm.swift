import Glibc

/// 10 to a power.
func powerOfTen(_ exponent: Double) -> Double { pow(10, exponent) }

/// A base raised to a power; the base must not be negative.
func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
