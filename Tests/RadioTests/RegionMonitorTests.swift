import Radio
import Survey
import TestSupport
import Testing

@Suite("Region monitor")
struct RegionMonitorTests {
    private let uuid = ProximityUUID(high: 1, low: 2)
    private let region = RegionID(high: 0, low: 1)

    private func beacon(major: UInt16, minor: UInt16) -> BeaconIdentity {
        BeaconIdentity(.iBeacon(uuid: uuid, major: major, minor: minor))
    }

    private func monitor(major: UInt16? = nil, interval: UInt32 = 100, dwell: Int64 = 0) -> RegionMonitor {
        RegionMonitor(regions: [
            WatchedRegion(
                id: region,
                uuid: uuid,
                major: major,
                minor: nil,
                advertisingInterval: interval,
                minimumDwell: dwell
            )
        ])
    }

    @Test("a region is entered at its first advertisement and left after ten seconds of silence")
    func enterAndExit() {
        var monitor = monitor()
        #expect(monitor.hear(beacon(major: 1, minor: 1), at: 0).map(\.direction) == [.enter])
        #expect(monitor.hear(beacon(major: 1, minor: 1), at: 9_000).isEmpty)
        #expect(monitor.expire(at: 19_000).isEmpty)
        #expect(monitor.expire(at: 19_001).map(\.direction) == [.exit])
        #expect(monitor.expire(at: 90_000).isEmpty)
    }

    @Test("moments as far apart as numbers allow are told like any others")
    func extremes() {
        var monitor = monitor(dwell: 2_000)
        #expect(monitor.hear(beacon(major: 1, minor: 1), at: .min).isEmpty)
        #expect(monitor.hear(beacon(major: 1, minor: 1), at: .min + 2_000).map(\.direction) == [.enter])
        #expect(monitor.expire(at: .max).map(\.direction) == [.exit])
        #expect(monitor.hear(beacon(major: 1, minor: 1), at: .max).isEmpty)
        #expect(monitor.expire(at: .min).isEmpty)
    }

    @Test("a slow beacon gets thirty of its intervals")
    func slowBeacon() {
        var monitor = monitor(interval: 1_000)
        _ = monitor.hear(beacon(major: 1, minor: 1), at: 0)
        #expect(monitor.expire(at: 30_000).isEmpty)
        #expect(monitor.expire(at: 30_001).count == 1)
    }

    @Test("a missing minor matches every one, a given major only itself")
    func wildcards() {
        var monitor = monitor(major: 7)
        #expect(monitor.hear(beacon(major: 8, minor: 1), at: 0).isEmpty)
        #expect(monitor.hear(BeaconIdentity(.name("x")), at: 0).isEmpty)
        #expect(monitor.hear(beacon(major: 7, minor: 9), at: 0).count == 1)
    }

    @Test("somebody who only passes by does not enter where a dwell is asked for")
    func dwell() {
        var monitor = monitor(dwell: 2_000)
        #expect(monitor.hear(beacon(major: 1, minor: 1), at: 0).isEmpty)
        #expect(monitor.hear(beacon(major: 1, minor: 1), at: 1_999).isEmpty)
        #expect(monitor.hear(beacon(major: 1, minor: 1), at: 2_000).map(\.direction) == [.enter])
    }

    @Test("the state survives a restart: no second enter, and the exit still comes")
    func restart() {
        var first = monitor()
        _ = first.hear(beacon(major: 1, minor: 1), at: 0)
        var second = RegionMonitor(
            regions: [WatchedRegion(id: region, uuid: uuid, major: nil, minor: nil)],
            states: first.states
        )
        #expect(second.inside == [region])
        #expect(second.hear(beacon(major: 1, minor: 1), at: 5_000).isEmpty)
        #expect(second.expire(at: 16_000).map(\.direction) == [.exit])
    }

    @Test("enters and exits of a region alternate", arguments: Seed.forThisRun(50))
    func alternate(seed: Seed) {
        var random = SeededGenerator(seed)
        var monitor = monitor(dwell: Int64.random(in: 0...3_000, using: &random))
        var time: Int64 = 0
        var crossings: [RegionCrossing] = []
        for _ in 0..<500 {
            time += Int64.random(in: 0...15_000, using: &random)
            crossings +=
                Bool.random(using: &random)
                ? monitor.hear(beacon(major: 1, minor: 1), at: time) : monitor.expire(at: time)
        }
        let alternates = zip(crossings, crossings.dropFirst()).allSatisfy { $0.direction != $1.direction }
        #expect(alternates)
        #expect(crossings.first?.direction == .enter || crossings.isEmpty)
    }
}
