import Device
import Formats
import JSON
import Positioning
import Radio
import Survey
import Testing

@Suite("What a visitor is told")
struct VisitorGuideTests {
    /// What somebody hears who stands before a slot: it is 8 dB louder than in the prints, as nothing is between.
    private func scan(before slot: Int, second: Int64, replaced: [Int: UInt16] = [:]) -> ScanLine {
        ScanLine(
            time: Timestamp(milliseconds: second * 1_000),
            readings: Hall.slots.indices.compactMap { index in
                let level = Hall.level(of: index, at: 3 * slot) + (index == slot ? 8 : 0)
                return RSSI(dBm: level).map {
                    Reading(identity: Hall.beacon(replaced[index] ?? UInt16(index + 1)), rssi: $0)
                }
            }
        )
    }

    private func nothing(second: Int64) -> ScanLine {
        ScanLine(time: Timestamp(milliseconds: second * 1_000), readings: [])
    }

    private func told(_ guide: inout VisitorGuide, _ scans: [ScanLine]) -> [String] {
        scans.flatMap { guide.hear($0) }.map { "\($0.kind.rawValue) \($0.title)" }
    }

    @Test("the region at once, the exhibit after three seconds before it, the exit after a silence; each once")
    func visit() async throws {
        let hall = try Hall()
        var guide = VisitorGuide(try await ReleaseOnDisk(hall.release(1, isTold: true), of: hall))
        let before = (0..<10).map { scan(before: 3, second: $0) }
        #expect(told(&guide, before) == ["enter Hall", "place Robot"])
        #expect(told(&guide, (10..<60).map { scan(before: 3, second: $0) }) == [])
        #expect(told(&guide, (60..<75).map { nothing(second: $0) }) == ["exit Hall"])
    }

    @Test("a place at a point is told when the visitor has come within 5 m for two seconds")
    func zone() async throws {
        let hall = try Hall()
        var guide = VisitorGuide(try await ReleaseOnDisk(hall.release(1, isTold: true), of: hall))
        let told = told(&guide, (0..<5).map { scan(before: 6, second: $0) })
        #expect(told.contains("place Café"))
    }

    @Test("B4 after a replacement the same text is told for the new identity, and none for the old one")
    func replacement() async throws {
        let hall = try Hall()
        let release = try await ReleaseOnDisk(hall.release(2, replaced: [3: 300], isTold: true), of: hall)
        var guide = VisitorGuide(release)
        #expect(told(&guide, (0..<6).map { scan(before: 3, second: $0, replaced: [3: 300]) }).contains("place Robot"))
        var other = VisitorGuide(release)
        #expect(!told(&other, (0..<6).map { scan(before: 3, second: $0) }).contains("place Robot"))
    }

    @Test("a restart at any scan changes nothing that is told")
    func restart() async throws {
        let hall = try Hall()
        let release = try await ReleaseOnDisk(hall.release(1, isTold: true), of: hall)
        let scans =
            (0..<8).map { scan(before: 3, second: $0) } + (8..<16).map { scan(before: 6, second: $0) }
            + (16..<40).map { nothing(second: $0) } + (700..<708).map { scan(before: 3, second: $0) }
        var whole = VisitorGuide(release)
        var parts = VisitorGuide(release)
        for scan in scans {
            let json = try JSONValue(parsing: parts.memory.json.description)
            parts = VisitorGuide(release, memory: VisitMemory(json: json))
            #expect(parts.hear(scan) == whole.hear(scan))
        }
        #expect(parts.memory == whole.memory)
    }

    @Test("a wake-up tells once more which regions the device is in")
    func wake() async throws {
        let hall = try Hall()
        var guide = VisitorGuide(try await ReleaseOnDisk(hall.release(1, isTold: true), of: hall))
        #expect(guide.inside(at: Timestamp(milliseconds: 0)).isEmpty)
        _ = guide.hear(scan(before: 3, second: 0))
        #expect(guide.inside(at: Timestamp(milliseconds: 1)).map(\.title) == ["Hall"])
    }

    @Test("a memory of nonsense is an empty one", arguments: ["null", "[]", "{\"levels\":{\"x\":1},\"zones\":3}"])
    func nonsense(text: String) throws {
        #expect(VisitMemory(json: try JSONValue(parsing: text)) == VisitMemory())
    }
}

@Suite("Locating by the places of slots")
struct RangeScanLocatorTests {
    private func scan(at point: Int) -> ScanLine {
        ScanLine(
            time: Timestamp(milliseconds: Int64(point)),
            readings: Hall.slots.indices.compactMap { slot in
                RSSI(dBm: Hall.level(of: slot, at: point)).map {
                    Reading(identity: Hall.beacon(UInt16(slot + 1)), rssi: $0)
                }
            }
        )
    }

    @Test("proximity answers the place of the loudest slot, trilateration a place near by")
    func modes() async throws {
        let hall = try Hall()
        let release = try await ReleaseOnDisk(hall.release(1, isTold: true), of: hall)
        var proximity = RangeScanLocator(release, .proximity)
        let fix = proximity.locate(scan(at: 9))
        #expect(fix.point == Point(x: 9, y: 0) && fix.metric == "proximity" && fix.floor == "Hall")
        var ranging = RangeScanLocator(release, .trilateration(.standard))
        let found = ranging.locate(scan(at: 10))
        #expect(try #require(found.point).distance(to: Point(x: 10, y: 0)) < 3)
        #expect(found.metric == "trilateration" && found.accuracy ?? 0 > 0)
    }

    @Test("without positions there is no place, and no crash")
    func positionless() async throws {
        let hall = try Hall()
        var ranging = RangeScanLocator(try await ReleaseOnDisk(hall.release(1), of: hall), .trilateration(.standard))
        #expect(ranging.locate(scan(at: 10)).state == .searching)
    }

    @Test("two fixes are fused by the inverse square of their accuracies, on one floor alone")
    func fused() {
        func fix(_ x: Double, _ accuracy: Double, floor: String = "Hall") -> FixLine {
            FixLine(
                time: Timestamp(milliseconds: 0),
                state: .fixed,
                floor: floor,
                point: Point(x: x, y: 0),
                accuracy: accuracy,
                metric: floor,
                slots: 3
            )
        }
        let fused = fix(0, 1).fused(with: fix(10, 2))
        #expect(fused.point.map { abs($0.x - 2) < 1e-9 } == true)
        #expect(fused.accuracy.map { abs($0 - 0.8.squareRoot()) < 1e-9 } == true)
        #expect(fix(0, 1).fused(with: fix(10, 2, floor: "Attic")) == fix(0, 1))
    }

    @Test("spots draw fixes on their floor")
    func spots() async throws {
        let hall = try Hall()
        let release = try await ReleaseOnDisk(hall.release(1, isTold: true), of: hall)
        var proximity = RangeScanLocator(release, .proximity)
        let pulled = SpotPull(release).attract(proximity.locate(scan(at: 9)))
        #expect(pulled.point.map { abs($0.x - 9.05) < 1e-9 } == true)
    }
}
