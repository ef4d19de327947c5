import RadioSimulator
import Survey
import TestSupport
import Testing

@Suite("Simulated radio")
struct SimulatedRadioTests {
    private func beacon(power: Double = -61, mount: UInt64 = 1, unit: UInt64? = nil) -> SimulatedBeacon {
        SimulatedBeacon(
            mount: mount,
            unit: unit,
            identity: .iBeacon(1),
            point: Point(x: 20, y: 20),
            height: 1.2,
            power: power
        )
    }

    private var quiet: PropagationModel {
        var model = PropagationModel()
        (model.noise, model.loss, model.shadowDeviation, model.patternDeviation) = (0, 0, 0, 0)
        return model
    }

    @Test("strength falls with the logarithm of the distance", arguments: [(1.0, -61.0), (10, -85), (0.2, -61)])
    func distance(metres: Double, dBm: Double) {
        let radio = SimulatedRadio(beacons: [beacon()], model: quiet, seed: 1)
        #expect(abs(radio.strength(ofBeacon: 0, at: Point(x: 20 + metres, y: 20)) - dBm) < 1e-9)
    }

    @Test("a wall takes its loss from what goes through it, and from nothing else")
    func walls() {
        var model = quiet
        model.walls = [Wall(from: Point(x: 25, y: 15), to: Point(x: 25, y: 25), loss: 7)]
        let (walled, free) = (
            SimulatedRadio(beacons: [beacon()], model: model, seed: 1),
            SimulatedRadio(beacons: [beacon()], model: quiet, seed: 1)
        )
        func loss(_ x: Double, _ y: Double) -> Double {
            let point = Point(x: x, y: y)
            return free.strength(ofBeacon: 0, at: point) - walled.strength(ofBeacon: 0, at: point)
        }
        #expect(loss(30, 20) == 7)
        #expect(loss(24, 20) == 0)
        #expect(loss(30, 40) == 0)
    }

    @Test("the body takes 5 dB from what is behind, and nothing from what is ahead")
    func body() {
        let radio = SimulatedRadio(beacons: [beacon()], model: quiet, seed: 1)
        let south = Point(x: 20, y: 22)  // the beacon is straight up on the plan
        func heard(_ heading: Double?) -> Int? {
            var random = SeededRandom(seed: 1)
            return radio.scan(at: south, heading: heading, using: &random).first?.rssi.dBm
        }
        #expect(heard(nil) == -68)
        #expect(heard(0) == -68)
        #expect(heard(90) == -68)
        #expect(heard(180) == -73)
    }

    @Test("below the sensitivity nothing is heard, and a receiver's gain lifts it")
    func sensitivity() {
        let radio = SimulatedRadio(beacons: [beacon(power: -90)], model: quiet, seed: 1)
        var random = SeededRandom(seed: 1)
        #expect(radio.scan(at: Point(x: 23, y: 20), heading: nil, using: &random).isEmpty)
        #expect(radio.scan(at: Point(x: 23, y: 20), heading: nil, gain: 8, using: &random).map(\.rssi.dBm) == [-93])
    }

    @Test("shadows have the deviation and the correlation of the model, over venues", arguments: Seed.forThisRun(3))
    func shadows(seed: Seed) {
        var random = SeededGenerator(seed)
        var model = quiet
        model.shadowDeviation = 4
        var sums = (here: 0.0, there: 0.0, product: 0.0)
        let venues = 3_000
        for _ in 0..<venues {
            let radio = SimulatedRadio(beacons: [beacon()], model: model, seed: random.next())
            let here = radio.strength(ofBeacon: 0, at: Point(x: 30, y: 20)) + 85
            // As far from the beacon, and 5 m from the first place.
            let other = Point(x: 20 + 8.75, y: 20 + (100 - 8.75 * 8.75).squareRoot())
            let there = radio.strength(ofBeacon: 0, at: other) + 85
            sums = (sums.here + here * here, sums.there + there * there, sums.product + here * there)
        }
        let deviation = (sums.here / Double(venues)).squareRoot()
        let correlation = sums.product / (sums.here * sums.there).squareRoot()
        #expect(abs(deviation - 4) < 0.3)
        #expect(abs(correlation - 0.368) < 0.06)  // exp(−1)
    }

    @Test("shadows belong to the mount: a new unit differs by its offset and a little pattern")
    func replacement() {
        let spot = Point(x: 31, y: 12)
        let old = SimulatedRadio(beacons: [beacon()], seed: 7)
        let successor = beacon().replaced(by: .iBeacon(99), unit: 5, powerOffset: -8)
        let new = SimulatedRadio(beacons: [successor], seed: 7)
        let moved = SimulatedRadio(beacons: [beacon(mount: 2)], seed: 7)
        let change = new.strength(ofBeacon: 0, at: spot) - old.strength(ofBeacon: 0, at: spot)
        #expect(abs(change + 8) < 6)
        #expect(change != -8)
        #expect(moved.strength(ofBeacon: 0, at: spot) != old.strength(ofBeacon: 0, at: spot))
    }
}
