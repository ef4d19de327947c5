/// How likely it is that a slot is not heard where a map says how loud it is.
///
/// A slot louder than the threshold is missed with the probability of a lost packet, a quieter one is hardly ever heard;
/// between them stands the uncertainty of map and scan.
struct Absence: Sendable {
    /// dBm below which a receiver begins to miss beacons.
    let threshold: Float
    /// Weighted logarithms of the probability, at `(threshold − level) / deviation` from −6 to 6 in steps of 1/32.
    private let table: [Float]

    private static let limit: Float = 6
    private static let steps: Float = 32

    init(threshold: Double, _ constants: RadioMapConstants) {
        self.threshold = Float(threshold)
        let last = Int(2 * Self.limit * Self.steps)
        table = (0...last).map { index in
            let share = normalShare(below: Double(index) / Double(Self.steps) - Double(Self.limit))
            return Float(constants.absenceWeight * logarithm(constants.loss + (1 - constants.loss) * share))
        }
    }

    /// The weighted logarithm of the probability that nothing is heard; never above 0.
    func weight(_ deviations: Float) -> Float {
        let place = (max(-Self.limit, min(deviations, Self.limit)) + Self.limit) * Self.steps
        return table[Int(place + 0.5)]
    }
}
