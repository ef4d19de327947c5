/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): the same draws from the same seed, on every machine.
public struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    /// A generator for one thing of many: seeds that differ in one bit give draws that have nothing in common.
    public init(seed: UInt64, thing: UInt64) {
        var random = SeededRandom(seed: seed)
        self.init(seed: random.next() ^ thing &* 0xD6E8_FEB8_6659_FD93)
        state = next()
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

extension RandomNumberGenerator {
    /// A draw from the normal distribution with mean 0 (Box and Muller, Annals of Mathematical Statistics, 1958).
    public mutating func normal(deviation: Double) -> Double {
        let u = 1 - Double.random(in: 0..<1, using: &self)  // above 0
        let v = Double.random(in: 0..<1, using: &self)
        return deviation * (-2 * naturalLogarithm(u)).squareRoot() * cosine(2 * .pi * v)
    }
}
