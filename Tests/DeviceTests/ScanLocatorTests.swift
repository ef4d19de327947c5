import Crypto
import Device
import EdgeLog
import Fingerprints
import Formats
import Positioning
import Survey
import Testing

@Suite("Locating by a release")
struct ScanLocatorTests {
    private func onDisk(_ release: EncodedRelease, of hall: Hall) async throws -> ReleaseOnDisk {
        try await ReleaseOnDisk(release, of: hall)
    }

    private func scan(at point: Int, walk: String? = nil, replaced: [Int: UInt16] = [:]) -> ScanLine {
        ScanLine(
            time: Timestamp(milliseconds: Int64(point)),
            walk: walk,
            readings: Hall.slots.indices.compactMap { slot in
                RSSI(dBm: Hall.level(of: slot, at: point)).map {
                    Reading(identity: Hall.beacon(replaced[slot] ?? UInt16(slot + 1)), rssi: $0)
                }
            }
        )
    }

    @Test("answers each scan with the place where it was taken", arguments: Metric.allCases)
    func place(metric: Metric) async throws {
        let hall = try Hall()
        var options = ScanLocator.Options()
        options.comparison = .prints(metric, .nearest)
        var locator = ScanLocator(try await onDisk(hall.release(3), of: hall), options)
        for point in stride(from: 0, to: 30, by: 7) {
            let fix = locator.locate(scan(at: point))
            #expect(fix.state == .fixed)
            #expect(fix.point == Point(x: Double(point), y: 0))
            #expect(fix.floor == "Hall")
            #expect(fix.release == 3 && fix.slots == 12 && fix.metric == metric.rawValue)
        }
    }

    @Test(
        "locates as the release advises, and as ever where it advises nothing or something unknown",
        arguments: [
            ("source-relative", "source-relative", "source-relative"), ("radio-map", "radio-map", "radio-map"),
            ("of-tomorrow", "linear-relative", "radio-map"), (nil, "linear-relative", "radio-map"),
        ]
    )
    func advised(metric: String?, advised: String, automatic: String) async throws {
        let hall = try Hall()
        let choice = metric.map { MatchingChoice(metric: $0, neighbours: 1, expectedError: 120, accuracyFactor: 200) }
        let release = try await onDisk(hall.release(4, matching: choice), of: hall)
        #expect(release.policy?.matching == choice)
        var locator = ScanLocator(release)
        let fix = locator.locate(scan(at: 12))
        #expect(fix.metric == advised)
        if metric == "source-relative" { #expect(fix.point == Point(x: 12, y: 0), "one neighbour") }
        var options = ScanLocator.Options()
        options.comparison = .automatic
        var automaticLocator = ScanLocator(release, options)
        #expect(automaticLocator.locate(scan(at: 12)).metric == automatic)
    }

    @Test("what the survey told of one way stretches no other way's accuracy")
    func accuracyFactor() async throws {
        let hall = try Hall()
        func accuracy(_ metric: String, factor: UInt32, isTracking: Bool) async throws -> Double? {
            let choice = MatchingChoice(metric: metric, neighbours: 3, expectedError: 1, accuracyFactor: factor)
            var options = ScanLocator.Options()
            options.comparison = .automatic
            options.isTracking = isTracking
            var locator = ScanLocator(try await onDisk(hall.release(1, matching: choice), of: hall), options)
            return locator.locate(scan(at: 12)).accuracy
        }
        for isTracking in [false, true] {
            let plain = try #require(try await accuracy("radio-map", factor: 100, isTracking: isTracking))
            let stretched = try #require(try await accuracy("radio-map", factor: 300, isTracking: isTracking))
            #expect(stretched > plain * 1.5, "its own factor counts")
            #expect(try await accuracy("of-tomorrow", factor: 300, isTracking: isTracking) == plain)
        }
    }

    @Test("searches until a walk has its first place, and is lost after it, each walk by itself")
    func states() async throws {
        let hall = try Hall()
        var locator = ScanLocator(try await onDisk(hall.release(1), of: hall))
        let nothing = ScanLine(time: Timestamp(milliseconds: 0), walk: "1", readings: [])
        #expect(locator.locate(nothing).state == .searching)
        #expect(locator.locate(scan(at: 4, walk: "1")).state == .fixed)
        let lost = locator.locate(nothing)
        #expect(lost.state == .lost && lost.point == nil && lost.floor == nil && lost.accuracy == nil)
        #expect(locator.locate(ScanLine(time: Timestamp(milliseconds: 0), walk: "2", readings: [])).state == .searching)
    }

    @Test("after a replacement the new beacon stands for the slot, and the prints are what they were")
    func replaced() async throws {
        let hall = try Hall()
        let before = try await onDisk(hall.release(1), of: hall)
        let after = try await onDisk(hall.release(2, replaced: [2: 200, 3: 300]), of: hall)
        #expect(after.prints == before.prints)
        var locators = [before, after].map { ScanLocator($0) }
        let fix = locators[1].locate(scan(at: 8, replaced: [2: 200, 3: 300]))
        #expect(fix.point == locators[0].locate(scan(at: 8)).point)
        #expect(locators[0].locate(scan(at: 8, replaced: [2: 200, 3: 300])).slots == 10)
    }
}

extension ReleaseOnDisk {
    /// A release as a device has it after a pull.
    init(_ release: EncodedRelease, of hall: Hall) async throws {
        let directory = try TemporaryDirectory()
        let cache = ReleaseCache(at: directory.path, project: hall.project, projectKey: hall.key.publicKey)
        let key = try SigningKey()
        let server = ReleaseServer([release])
        _ = try await DeviceSession(over: server, as: key, in: hall.project, filling: cache, clock: SystemClock()).run()
        self = try cache.release()
    }
}
