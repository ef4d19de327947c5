import Fingerprints
import Survey
import TestSupport
import Testing

@testable import Positioning

@Suite("Metrics")
struct MetricTests {
    private let equalWeights = [Double](repeating: 1, count: 8)

    private func distance(_ metric: Metric, _ print: [Double?], _ scan: [Double?], penalty: Double = 0.3) -> Double {
        func scaled(_ values: [Double?]) -> [ScaledLevel] {
            values.enumerated().compactMap { slot, value in value.map { ScaledLevel(slot: slot, value: $0) } }
        }
        var constants = MetricConstants()
        constants.absencePenalty = penalty
        return metric.scaledDistance(from: scaled(print)[...], to: scaled(scan), equalWeights, constants)
    }

    private func levels(_ dBm: [Double?]) -> [SlotLevel] {
        dBm.enumerated().compactMap { slot, level in
            level.map { SlotLevel(slot: Int32(slot), level: Int32(($0 * 100).rounded())) }
        }
    }

    @Test(
        "source-relative gives the vectors of its source",
        arguments: [
            ([1, 0.5, 0.25], 0), ([0.8, 1, 0.3], 0.75), ([1, 0.4], 0.6), ([1, 0.5, 0.25, 0.1], 0.5),
            ([nil, nil, nil, 1], .infinity), ([], .infinity),
        ] as [([Double?], Double)]
    )
    func sourceRelative(scan: [Double?], expected: Double) {
        let found = distance(.sourceRelative, [1, 0.5, 0.25], scan, penalty: 0.5)
        #expect(found == expected || (found - expected).magnitude < 1e-9)
    }

    @Test("source-relative nearness is 1 for the strongest and falls tenfold in 24 dB")
    func nearness() {
        let scale = Metric.sourceRelative.scale(levels([-60, -84, -67.2247]), MetricConstants()).map(\.value)
        #expect(scale[0] == 1)
        #expect((scale[1] - 0.1).magnitude < 1e-12)
        #expect((scale[2] - 0.5).magnitude < 1e-3)
    }

    @Test("absolute takes -105 dBm for what was not heard")
    func absolute() {
        let metric = Metric.absolute
        let (print, scan) = (levels([-60, -70, nil]), levels([-63, nil, -101]))
        let found = metric.distance(from: print, to: scan, weights: equalWeights)
        #expect((found - (9.0 + 35 * 35 + 16).squareRoot()).magnitude < 1e-9)
    }

    @Test("linear-relative compares amplitudes with the strongest, and takes 0 for what was not heard")
    func linearRelative() {
        let (print, scan) = (levels([-60, -80, nil]), levels([-70, nil, -90]))
        let found = Metric.linearRelative.distance(from: print, to: scan, weights: equalWeights)
        #expect((found - 0.02.squareRoot()).magnitude < 1e-9)
    }

    @Test("level-removed takes the mean difference off, and charges an absence by what it exceeds the noise floor")
    func levelRemoved() {
        let shifted = distance(.levelRemoved, [-60, -70, -80], [-68, -78, -88])
        #expect(shifted == 0)
        // Differences 2 and -2; the absent -87 dBm exceeds -97 by 10.
        let absent = distance(.levelRemoved, [-60, -70, -87], [-58, -72, nil])
        #expect((absent - ((8.0 + 50) / 2).squareRoot()).magnitude < 1e-9)
        let quiet = distance(.levelRemoved, [-60, -70, -97], [-58, -72, nil])
        #expect((quiet - 2).magnitude < 1e-9)
        #expect(distance(.levelRemoved, [-60, -70], [-60, nil, -70]) == .infinity)
    }

    @Test("a receiver that reads everything 8 dB stronger gets the same relative distances, bit for bit")
    func gain() {
        let print = levels([-60.25, -71.5, -80, -64])
        for metric in [Metric.linearRelative, .sourceRelative] {
            let plain = metric.distance(from: print, to: levels([-61, -70, nil, -66]), weights: equalWeights)
            let louder = metric.distance(from: print, to: levels([-53, -62, nil, -58]), weights: equalWeights)
            #expect(plain == louder)
        }
    }

    @Test("a slot whose offset nobody verified counts less", arguments: Metric.allCases)
    func weights(metric: Metric) {
        let (print, scan) = (levels([-60, -70, -80]), levels([-60, -85, -80]))
        let sure = metric.distance(from: print, to: scan, weights: [1, 1, 1])
        let unsure = metric.distance(
            from: print,
            to: scan,
            weights: [1, MetricConstants().weight(offsetDeviation: 6), 1]
        )
        #expect(unsure < sure)
        #expect((MetricConstants().weight(offsetDeviation: 6) - 25.0 / 61).magnitude < 1e-12)
    }
}
