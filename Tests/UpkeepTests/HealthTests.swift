import RadioSimulator
import Survey
import Testing
import Upkeep

@Suite("Health from ordinary scans (POSITIONING.md §6.5)")
struct HealthTests {
    private let hall = Hall(seed: 21)

    /// What 300 visitors of the hall show, whose devices know where nothing was taken.
    private func report(
        _ changes: [Int: SimulatedBeacon?],
        vacant: Set<SlotID> = [],
        known: [BeaconIdentity: Int]? = nil
    ) -> HealthReport {
        let samples = hall.venue.visitors(300, in: hall.radio(changes), seed: 5)
        let known = known ?? hall.first
        return HealthReport(
            samples.map { hall.scan($0, known, isPlaced: false) },
            against: hall.matrix,
            vacant: vacant
        )
    }

    private func state(_ index: Int, _ report: HealthReport) -> SlotHealth.State? {
        report.slots.first { $0.slot == Hall.slot(index) }?.state
    }

    @Test("a healthy hall raises no alarm")
    func healthy() {
        let report = report([:])
        let states = report.slots.map(\.state)
        #expect(states.allSatisfy { $0 == .healthy || $0 == .unknown }, "\(report.slots)")
        #expect(states.contains(.healthy))
        #expect(report.isHealthy)
    }

    @Test("a dead beacon is found silent, and it alone", arguments: [7, 8, 14])
    func silent(index: Int) {
        let report = report([index: nil])
        #expect(state(index, report) == .silent)
        #expect(report.slots.filter { $0.state == .silent }.count == 1)
    }

    @Test("a beacon that hangs 20 m off is found moved")
    func moved() {
        var stray = hall.venue.slots[7].beacon
        stray.point = Point(x: stray.point.x + 20, y: stray.point.y)
        stray.mount = 900
        #expect([.moved, .silent].contains(state(7, report([7: stray]))))
    }

    @Test("R12 a clone that nobody told of is found by its power", arguments: [-8.0, 6])
    func power(decibels: Double) {
        // Another unit that sends the old identity.
        let clone = hall.venue.slots[7].beacon.replaced(
            by: hall.venue.slots[7].beacon.identity,
            unit: 3,
            powerOffset: decibels
        )
        let report = report([7: clone])
        #expect(state(7, report) == .powerChanged)
        let difference = report.slots.first { $0.slot == Hall.slot(7) }?.difference ?? 0
        #expect((difference < 0) == (decibels < 0))
    }

    @Test("R13 a retired identity that is heard again is told, with the slot it hung in")
    func revived() {
        let samples = hall.venue.visitors(50, in: hall.radio(), seed: 6)
        let retired = hall.venue.slots[3].beacon.identity
        let known = hall.first
        let scans = samples.map { sample in
            SlotScan(sample.readings, place: nil, matrix: hall.matrix) { identity in
                guard identity != retired, let index = known[identity] else {
                    return .stray(former: identity == retired ? Hall.slot(3) : nil)
                }
                return .slot(
                    SlotScan.Standing(slot: Hall.slot(index), assignment: Hall.assignment(index), offset: 0)
                )
            }
        }
        let report = HealthReport(scans, against: hall.matrix, vacant: [Hall.slot(3)])
        #expect(report.revived.map(\.identity) == [retired])
        #expect(report.revived.first?.formerSlot == Hall.slot(3))
        #expect(!report.isHealthy)
    }

    @Test("an unknown beacon in a dead one's place is proposed for that slot", arguments: [7, 14, 16])
    func proposal(index: Int) {
        let report = report([index: hall.replacement(of: index, louder: -3)])
        #expect(state(index, report) == .silent)
        let proposal = report.proposals.first { $0.identity == Hall.successor(index) }
        #expect(proposal?.slot == Hall.slot(index), "\(report.proposals)")
    }

    @Test("an unknown beacon that fits no empty slot is proposed for none")
    func foreign() {
        var foreign = hall.venue.slots[0].beacon
        (foreign.identity, foreign.point, foreign.mount) = (SampleVenue.identity(900), Point(x: 55, y: 5), 901)
        let dead = 12  // far from there
        var radio = hall.radio([dead: nil])
        radio = SimulatedRadio(beacons: radio.beacons + [foreign], model: radio.model, seed: hall.seed)
        let samples = hall.venue.visitors(300, in: radio, seed: 5)
        let report = HealthReport(
            samples.map { hall.scan($0, hall.first, isPlaced: false) },
            against: hall.matrix
        )
        let proposal = report.proposals.first { $0.identity == SampleVenue.identity(900) }
        #expect(proposal != nil && proposal?.slot == nil)
    }

    @Test("a stranger's beacon in a healthy hall is told, and raises no alarm")
    func stranger() {
        var foreign = hall.venue.slots[0].beacon
        (foreign.identity, foreign.point, foreign.mount) = (SampleVenue.identity(900), Point(x: 55, y: 5), 901)
        let usual = hall.radio()
        let radio = SimulatedRadio(beacons: usual.beacons + [foreign], model: usual.model, seed: hall.seed)
        let samples = hall.venue.visitors(300, in: radio, seed: 5)
        let report = HealthReport(
            samples.map { hall.scan($0, hall.first, isPlaced: false) },
            against: hall.matrix
        )
        #expect(report.proposals.map(\.identity) == [SampleVenue.identity(900)])
        #expect(report.isHealthy, "\(report.slots)")
    }

    @Test("of very many scans 2,000 are judged, evenly spread; a revived beacon is found in all of them")
    func many() {
        let silent = SlotScan([], place: nil, matrix: hall.matrix) { _ in .stray(former: nil) }
        let readings = RSSI(dBm: -50).map { [Reading(identity: SampleVenue.identity(1), rssi: $0)] } ?? []
        let heard = SlotScan(readings, place: nil, matrix: hall.matrix) { _ in .stray(former: Hall.slot(0)) }
        var scans = [SlotScan](repeating: silent, count: 5_000)
        scans[4_999] = heard
        let report = HealthReport(scans, against: hall.matrix)
        #expect(report.scans == 2_000)
        #expect(report.revived.map(\.scans) == [1])
        #expect(report.slots.allSatisfy { $0.state == .unknown })
    }

    @Test("two beacons in each other's place are proposed as a swap")
    func swap() {
        let (first, second) = (7, 16)
        var (one, other) = (hall.venue.slots[first].beacon, hall.venue.slots[second].beacon)
        (one.identity, other.identity) = (other.identity, one.identity)
        let report = report([first: one, second: other])
        let swap = report.swaps.first
        let states = report.slots.filter { $0.slot == Hall.slot(first) || $0.slot == Hall.slot(second) }.map(\.state)
        #expect(states.allSatisfy { $0 == .moved || $0 == .silent }, "\(states)")
        #expect(swap.map { [$0.slotA, $0.slotB] } == [Hall.slot(first), Hall.slot(second)], "\(report.swaps)")
    }

    @Test("the verification walk accepts what hangs in its slot and rejects what hangs 10 m away")
    func verdicts() {
        func verdict(_ beacon: SimulatedBeacon, seed: UInt64) -> OffsetVerdict? {
            let assignment = Hall.assignment(7, unit: 1)
            var walk = VerificationWalk(slot: Hall.slot(7), assignment: assignment, matrix: hall.matrix)
            var random = SeededRandom(seed: seed)
            let radio = hall.radio([7: beacon])
            var known = hall.first.filter { $0.value != 7 }
            known[Hall.successor(7)] = 7
            for point in walk.points(40, around: hall.venue.slots[7].beacon.point, on: Hall.floor) {
                let heading = Double.random(in: 0..<360, using: &random)
                let readings = radio.scan(at: point.place.point, heading: heading, using: &random)
                let sample = SimulatedSample(
                    distanceAlong: nil,
                    point: point.place.point,
                    heading: heading,
                    readings: readings
                )
                walk.add(hall.scan(sample, known, isPlaced: true))
            }
            return walk.estimate?.verdict
        }
        let right = hall.replacement(of: 7, louder: -4)
        var wrong = right
        (wrong.mount, wrong.point) = (777, Point(x: right.point.x + 10, y: right.point.y))
        let rightly = (0..<10).filter { verdict(right, seed: UInt64($0)) == .verified }.count
        let wrongly = (0..<10).filter { verdict(wrong, seed: UInt64($0)) == .verified }.count
        #expect(rightly >= 7)
        #expect(wrongly == 0)
    }

    @Test("a walk that heard little is unsure, and one that heard nothing has no estimate")
    func unsure() {
        var walk = VerificationWalk(slot: Hall.slot(7), assignment: Hall.assignment(7), matrix: hall.matrix)
        #expect(walk.estimate == nil)
        let points = walk.points(20, around: hall.venue.slots[7].beacon.point, on: Hall.floor)
        #expect(points.count == 20 && points.allSatisfy { !$0.isVisited })
        #expect(points.allSatisfy { $0.place.point.distance(to: hall.venue.slots[7].beacon.point) <= 12 })
        var random = SeededRandom(seed: 1)
        for point in points.prefix(5) {
            let readings = hall.radio().scan(at: point.place.point, heading: nil, using: &random)
            let sample = SimulatedSample(
                distanceAlong: nil,
                point: point.place.point,
                heading: 0,
                readings: readings
            )
            walk.add(hall.scan(sample, hall.first, isPlaced: true))
        }
        #expect(walk.estimate?.verdict == .unsure)
        let visited = walk.points(20, around: hall.venue.slots[7].beacon.point, on: Hall.floor).count { $0.isVisited }
        #expect(visited == 5)
    }
}
