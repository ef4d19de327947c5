public import Survey

/// How a strength becomes a distance.
public enum DistanceModel: Hashable, Sendable {
    /// Log-distance path loss: 10^((P1m − RSSI) / (10·n)). The default, with n = 2.4.
    case logDistance(exponent: Double)
    /// The AltBeacon library's curve: with ratio = RSSI / P1m, ratio^10 below 1, and A·ratio^B + C from 1 on.
    case curve(a: Double, b: Double, c: Double)

    /// Path loss as in halls and corridors (n = 2.4, the value of HULOP's example model).
    public static let standard = DistanceModel.logDistance(exponent: 2.4)
    /// The original fit of the AltBeacon authors.
    public static let original = DistanceModel.curve(a: 0.89976, b: 7.7095, c: 0.111)
    /// The AltBeacon library's default coefficients ("Nexus 5").
    public static let nexus5 = DistanceModel.curve(a: 0.42093, b: 6.9476, c: 0.54992)
    /// The coefficients of the Moto X Pro.
    public static let motoXPro = DistanceModel.curve(a: 0.9401940951, b: 6.170094565, c: 0)
    /// The coefficients of the XT1092.
    public static let xt1092 = DistanceModel.curve(a: 0.1862616782, b: 8.235367435, c: -0.45324519)

    /// The distances that an answer may have, in metres: nothing nearer or farther is believed.
    public static let range = 0.1...100.0

    /// The distance in metres at which a beacon of the given strength at 1 m (dBm) is heard so, within ``range``.
    ///
    /// - Throws: ``RangingError`` where the advertised power is none a real beacon has: with −3 dBm the curve gives
    ///   18,910,238 m.
    public func distance(rssi: RSSI, measuredPower: Double) throws(RangingError) -> Double {
        guard (-100 ... -20).contains(measuredPower) else { throw .invalidMeasuredPower(measuredPower) }
        let distance = unclamped(rssi: Double(rssi.dBm), measuredPower: measuredPower)
        return min(max(distance, Self.range.lowerBound), Self.range.upperBound)
    }

    /// What the formula says, believable or not.
    func unclamped(rssi: Double, measuredPower: Double) -> Double {
        switch self {
        case .logDistance(let exponent):
            return powerOfTen((measuredPower - rssi) / (10 * exponent))
        case .curve(let a, let b, let c):
            let ratio = max(rssi / measuredPower, 0)
            // The two branches do not meet at 1: the farther one never answers less than the nearer one's end.
            return ratio < 1 ? power(ratio, 10) : max(a * power(ratio, b) + c, 1)
        }
    }
}

/// Why a strength gives no distance.
public enum RangingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The strength at 1 m is outside −100…−20 dBm.
    case invalidMeasuredPower(Double)

    public var description: String {
        switch self {
        case .invalidMeasuredPower(let dBm): "A measured power of \(dBm) dBm at 1 m is none a beacon has."
        }
    }
}
