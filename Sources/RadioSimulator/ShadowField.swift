import Survey

/// What walls and shelves take from a beacon's signal, or add to it, at each place of a floor: a random field with a
/// normal distribution and a correlation of exp(−d / length).
///
/// It is a sum of waves whose numbers are drawn from the field's spectrum, which in two dimensions is proportional to
/// a / (a² + k²)^1.5 with a = 1 / length (Matérn, "Spatial Variation", 1960; smoothness ½), so that it can be asked at
/// any place without a grid.
struct ShadowField: Sendable {
    /// Enough for a normal distribution; the cost of a value is proportional to it.
    private static let waveCount = 64

    private let waves: [(kx: Double, ky: Double, phase: Double)]
    private let amplitude: Double

    /// A field with a deviation in dB and a correlation length in metres.
    init(deviation: Double, length: Double, using random: inout some RandomNumberGenerator) {
        var waves: [(kx: Double, ky: Double, phase: Double)] = []
        for _ in 0..<Self.waveCount {
            // The spectrum's cumulative distribution over k is 1 − a / √(a² + k²); the last permille is cut off.
            let u = 1 - Double.random(in: 0..<0.999, using: &random)
            let k = (1 / (u * u) - 1).squareRoot() / length
            let angle = Double.random(in: 0..<2 * .pi, using: &random)
            waves.append((k * cosine(angle), k * sine(angle), .random(in: 0..<2 * .pi, using: &random)))
        }
        self.waves = waves
        amplitude = deviation * (2 / Double(Self.waveCount)).squareRoot()
    }

    /// dB at a place.
    func value(at point: Point) -> Double {
        amplitude * waves.reduce(0) { $0 + cosine($1.kx * point.x + $1.ky * point.y + $1.phase) }
    }
}
