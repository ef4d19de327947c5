import Radio
import Survey
import Testing

@Suite("Beacons' health, and how they are listened to")
struct BeaconHealthTests {
    private let walk = WalkID(high: 1, low: 2)

    private func advertisement(
        _ address: UInt64,
        _ frames: [BeaconFrame],
        type: AddressType = .public
    ) throws -> Advertisement {
        let report = AdvertisingReport(
            address: try #require(MACAddress(value: address)),
            addressType: type,
            rssi: RSSI(dBm: -60),
            isScanResponse: false,
            isExtended: false
        )
        return Advertisement(timestamp: nil, report: report, data: [], frames: frames)
    }

    @Test("telemetry becomes one summary per beacon, under the identity that its address sends")
    func telemetry() throws {
        var log = TelemetryLog()
        let beacon = BeaconFrame.iBeacon(
            uuid: ProximityUUID(high: 1, low: 2),
            major: 3,
            minor: 4,
            power: AdvertisedPower(dBm: -59)
        )
        for count in 1...50 as ClosedRange<UInt32> {
            let telemetry = Telemetry(
                batteryVoltage: 2_950,
                temperature: 21.5,
                advertisementCount: count,
                uptime: UInt64(count) * 100
            )
            log.hear(try advertisement(0xAA, [.eddystoneTelemetry(telemetry)]))
            log.hear(try advertisement(0xAA, [beacon]))
            log.hear(try advertisement(0xBB, [.eddystoneTelemetry(telemetry)]))
            log.hear(try advertisement(0xCC, [beacon, .eddystoneEncryptedTelemetry]))
        }
        let observations = log.observations(walk: walk)
        #expect(
            Set(observations.map(\.identity.description)) == [
                "ibeacon:00000000-0000-0001-0000-000000000002/3/4+mac:00:00:00:00:00:AA", "mac:00:00:00:00:00:BB",
            ]
        )
        #expect(
            observations.allSatisfy { $0.batteryVoltage == 2_950 && $0.advertisementCount == 50 && $0.uptime == 5_000 }
        )
    }

    @Test(
        "a changing address names nobody: its telemetry counts for the beacon whose frames came from it, or not at all"
    )
    func changingAddresses() throws {
        var log = TelemetryLog()
        let beacon = BeaconFrame.iBeacon(
            uuid: ProximityUUID(high: 1, low: 2),
            major: 3,
            minor: 4,
            power: AdvertisedPower(dBm: -59)
        )
        let telemetry = BeaconFrame.eddystoneTelemetry(
            Telemetry(batteryVoltage: 2_950, temperature: nil, advertisementCount: 7, uptime: 100)
        )
        log.hear(try advertisement(0x4000_0000_00AA, [telemetry], type: .random))
        #expect(log.observations(walk: walk).isEmpty)
        log.hear(try advertisement(0x4000_0000_00BB, [telemetry], type: .random))
        log.hear(try advertisement(0x4000_0000_00BB, [beacon], type: .random))
        let named = log.observations(walk: walk).map(\.identity.description)
        #expect(named == ["ibeacon:00000000-0000-0001-0000-000000000002/3/4"])
    }

    @Test("a battery that falls has its day; one that does not has none; a new one lasts 187 days at 49 µA")
    func battery() throws {
        let falling = try #require(BatteryForecast([(0, 3_000), (10, 2_900), (20, 2_800)]))
        #expect(falling.slope == -10)
        #expect(falling.daysLeft == 80)
        #expect(try #require(BatteryForecast([(0, 2_900), (5, 2_910)])).daysLeft == nil)
        #expect(BatteryForecast([(0, 3_000), (0.5, 2_000)]) == nil)
        #expect(BatteryForecast([]) == nil)
        let nominal = try #require(BatteryForecast.nominalDays(capacity: 220, current: 49))
        #expect(Int(nominal.rounded()) == 187)
        #expect(BatteryForecast.isWorn(days: 150, of: nominal))
        #expect(!BatteryForecast.isWorn(days: 149, of: nominal))
    }

    @Test("a self-test is passed by a receiver that hears half, and not by one that merges duplicates")
    func selfTest() throws {
        for (period, isSound) in [(100, true), (200, true), (300, false), (10_000, false)] {
            var test = ScanSelfTest()
            for time in stride(from: Int64(0), to: 10_000, by: period) { test.hear(try advertisement(1, []), at: time) }
            #expect(test.verdict(interval: 100, listened: 10_000).isSound == isSound, "\(period)")
        }
        #expect(!ScanSelfTest().verdict(interval: 100, listened: 0).isSound)
    }

    @Test("a duty cycle listens at the start of each period, and silences shorter than two of them leave no region")
    func duty() throws {
        let cycle = try #require(DutyCycle(period: 30_000, listening: 3_000))
        #expect([0, 2_999, 3_000, 29_999, 30_000].map { cycle.listens(at: $0) } == [true, true, false, false, true])
        #expect(cycle.reaction() == 33_000)
        #expect(cycle.reaction(dwell: 2_000) == 63_000)
        #expect(cycle.reaction(dwell: 31_000) == 93_000)
        #expect(DutyCycle(period: 3_000, listening: 3_000) == nil)
        let region = WatchedRegion(
            id: RegionID(high: 1, low: 1),
            uuid: ProximityUUID(high: 1, low: 2),
            major: nil,
            minor: nil,
            minimumTimeout: cycle.silence
        )
        #expect(region.exitTimeout == 63_000)
    }
}
