import Radio
import Survey
import Testing

@Suite("Ranging")
struct RangingTests {
    private func distance(_ model: DistanceModel, _ dBm: Int, _ measuredPower: Double = -59) throws -> Double {
        try model.distance(rssi: #require(RSSI(dBm: dBm)), measuredPower: measuredPower)
    }

    @Test(
        "a strength gives the reference distance",
        arguments: [
            (-65, 2.0094, 1.3749, 1.9953, 1.7783, 1.5849), (-70, 3.4724, 1.9304, 3.5481, 2.8730, 2.3263),
            (-75, 5.8327, 2.7795, 6.3096, 4.6416, 3.4145), (-80, 9.5216, 4.0409, 11.2202, 7.4989, 5.0119),
            (-90, 23.4443, 8.4628, 35.4813, 19.5734, 10.7978),
        ]
    )
    func vectors(dBm: Int, original: Double, nexus5: Double, n2: Double, n24: Double, n3: Double) throws {
        let expected: [(DistanceModel, Double)] = [
            (.original, original), (.nexus5, nexus5), (.logDistance(exponent: 2), n2), (.standard, n24),
            (.logDistance(exponent: 3), n3),
        ]
        for (model, metres) in expected {
            #expect(abs(try distance(model, dBm) - metres) < 0.000_06, "\(model)")
        }
    }

    @Test("weaker is never nearer", arguments: [DistanceModel.original, .nexus5, .motoXPro, .xt1092, .standard])
    func monotone(model: DistanceModel) throws {
        let distances = try stride(from: -20, through: -100, by: -1).map { try distance(model, $0) }
        #expect(zip(distances, distances.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(distances.allSatisfy(DistanceModel.range.contains))
    }

    @Test("an absurd measured power gives an error, not 18,910 km", arguments: [-3.0, 0, 12, -101, .nan, .infinity])
    func absurdPower(measuredPower: Double) throws {
        #expect(throws: RangingError.self) { try distance(.nexus5, -38, measuredPower) }
    }

    @Test("a zone is left only when its boundary is passed by a tenth")
    func hysteresis() {
        #expect(Proximity(distance: nil) == .unknown)
        #expect(Proximity(distance: 0.49) == .immediate)
        #expect(Proximity(distance: 0.52, previous: .immediate) == .immediate)
        #expect(Proximity(distance: 0.56, previous: .immediate) == .near)
        #expect(Proximity(distance: 0.48, previous: .near) == .near)
        #expect(Proximity(distance: 3.2, previous: .near) == .near)
        #expect(Proximity(distance: 2.8, previous: .far) == .far)
        #expect(Proximity(distance: 2.6, previous: .far) == .near)
    }
}
