import Fingerprints
import Survey
import TestSupport
import Testing
import Venue

@Suite("The fingerprint index")
struct FingerprintIndexTests {
    private static let venue = Interpretation(
        spans: [
            .span(1, 1, to: 400), .span(1, 2, from: 400), .span(2, 3), .span(3, 4, to: 600),
            .span(4, 4, from: 700), .span(5, 5, from: 100), .span(5, 6, from: 100, isContested: true), .span(6, 7),
        ],
        walks: Set([1, 2, 4, 5, 6].map { WalkID($0) }),
        frames: [FloorID(2): calibrated]
    )

    /// A floor that was calibrated at position 60 by agent 2.
    private static let calibrated = Venue(
        [SurveyEvent](repeating: .floorAdded(FloorAdded(floor: FloorID(2), name: "2", ordinal: 0)), count: 59) + [
            .floorCalibrated(
                FloorCalibrated(
                    floor: FloorID(2),
                    metresPerPixel: 0.1,
                    carryOver: Similarity(scale: 2, rotation: 30, dx: 1, dy: -1)
                )
            )
        ],
        agents: [60: 2]
    ).frames(of: FloorID(2))

    @Test("is the same for every order, doubling and division of the same scans", arguments: Seed.forThisRun(40))
    func commutes(seed: Seed) {
        var random = SeededGenerator(seed)
        let scans = [TestScan].random(120, using: &random)
        let expected = FingerprintIndex(ScanLedger(scans), under: Self.venue)
        let doubled = (scans + scans.shuffled(using: &random).prefix(30)).shuffled(using: &random)
        let cut = Int.random(in: 0...doubled.count, using: &random)
        var merged = ScanLedger(doubled[cut...])
        merged.merge(ScanLedger(doubled[..<cut]))
        let index = FingerprintIndex(merged, under: Self.venue)
        let (isEqual, isAlike) = (
            index == expected, index.digest(with: FowlerNollVo()) == expected.digest(with: FowlerNollVo())
        )
        #expect(isEqual && isAlike)
        #expect(expected.scanCount > 0 && !expected.entries.isEmpty)
    }

    @Test("grown scan by scan equals the one built at once", arguments: Seed.forThisRun(10))
    func incremental(seed: Seed) {
        var random = SeededGenerator(seed)
        let scans = [TestScan].random(60, using: &random)
        var ledger = ScanLedger()
        for (number, scan) in scans.enumerated() {
            ledger.file(scan.scan, from: scan.event)
            let rebuilt = FingerprintIndex(ScanLedger(scans.prefix(number + 1)), under: Self.venue)
            let isEqual = FingerprintIndex(ledger, under: Self.venue) == rebuilt
            #expect(isEqual, "after \(number + 1) scans")
        }
    }

    @Test("after going back to a position equals the one of the scans up to it", arguments: Seed.forThisRun(10))
    func rewind(seed: Seed) {
        var random = SeededGenerator(seed)
        let scans = [TestScan].random(60, using: &random)
        var ledger = ScanLedger(scans)
        ledger.rewind(to: 25)
        let isEqual =
            FingerprintIndex(ledger, under: Self.venue)
            == FingerprintIndex(ScanLedger(scans.prefix(25)), under: Self.venue)
        #expect(isEqual)
        #expect(ledger.position == 25)
    }

    @Test("is the same whether scans come whole or with numbers for identities", arguments: Seed.forThisRun(5))
    func compact(seed: Seed) {
        var random = SeededGenerator(seed)
        let scans = [TestScan].random(60, using: &random)
        let identities = (1...12).map { BeaconIdentity.beacon($0) }
        var ledger = ScanLedger()
        for (index, scan) in scans.enumerated() {
            let compact = CompactScan(
                walk: scan.scan.walk,
                track: scan.scan.track,
                distanceAlong: scan.scan.distanceAlong,
                floor: scan.scan.floor,
                point: scan.scan.point,
                heading: scan.scan.heading,
                window: scan.scan.window,
                readings: scan.scan.readings.map { reading in
                    CompactReading(
                        identity: UInt32(identities.firstIndex(of: reading.identity) ?? 0),
                        rssi: reading.rssi,
                        packets: 1
                    )
                }
            )
            let table = index < 30 ? identities : identities + [.beacon(99)]
            ledger.file(compact, of: table, Stamp(scan.event), isCopy: false)
        }
        let isEqual =
            FingerprintIndex(ledger, under: Self.venue) == FingerprintIndex(ScanLedger(scans), under: Self.venue)
        #expect(isEqual)
    }

    @Test("does not depend on the positions that events happened to get", arguments: Seed.forThisRun(5))
    func positions(seed: Seed) {
        var random = SeededGenerator(seed)
        let times = (0..<40).shuffled(using: &random)
        func index(_ positions: [UInt64]) -> Digest {
            let scans = zip(times, positions).map { time, position in
                TestScan(position, at: Int64(time), x: Double(time % 4), [UInt16(time % 7 + 1): -40 - time])
            }
            let venue = Interpretation(spans: Self.venue.spans)
            return FingerprintIndex(ScanLedger(scans.shuffled(using: &random)), under: venue)
                .digest(with: FowlerNollVo())
        }
        #expect(index(Array(1...40)) == index((1...40).map { $0 * 3 }.shuffled(using: &random)))
    }

    @Test("differs where one reading differs by 1 dB")
    func sensitivity() {
        let one = FingerprintIndex([TestScan(1, [3: -60])], [.span(2, 3)])
        let other = FingerprintIndex([TestScan(1, [3: -61])], [.span(2, 3)])
        #expect(one.digest(with: FowlerNollVo()) != other.digest(with: FowlerNollVo()))
    }

    @Test("without an abandoned walk equals the one that never had it", arguments: Seed.forThisRun(10))
    func abandoned(seed: Seed) {
        var random = SeededGenerator(seed)
        let scans = [TestScan].random(80, using: &random)
        let late = FingerprintIndex(ScanLedger(scans), under: Self.venue)
        let never = FingerprintIndex(
            ScanLedger(scans.filter { $0.scan.walk != WalkID(3) }),
            under: Interpretation(spans: Self.venue.spans, frames: Self.venue.frames)
        )
        let isEqual = late == never
        #expect(isEqual)
    }

    @Test("R1: readings under every beacon of a chain count for the slot, each in its own time")
    func chain() {
        let spans: [AssignmentSpan] = [.span(7, 1, to: 10), .span(7, 2, from: 10, to: 20), .span(7, 3, from: 20)]
        let scans = [
            TestScan(1, at: 5, [1: -50]), TestScan(2, at: 15, [1: -51]), TestScan(3, at: 15, [2: -52]),
            TestScan(4, at: 25, [3: -53]), TestScan(5, at: 15, [3: -54]),
        ]
        let index = FingerprintIndex(scans, spans)
        #expect(index.totals == [7: [3, -155]])
        #expect(index.strayReadings == 2)
    }

    @Test("R3: a scan from before the swap that arrives late counts for the old beacon, and nothing is rewritten")
    func late() {
        let before: [AssignmentSpan] = [.span(7, 1)]
        let after: [AssignmentSpan] = [.span(7, 1, to: 10), .span(7, 2, from: 10)]
        var ledger = ScanLedger([TestScan(1, at: 5, [1: -50])])
        let old = FingerprintIndex(ledger, under: Interpretation(spans: before))
        let late = TestScan(9, at: 9, [1: -60])
        ledger.file(late.scan, from: late.event)
        let new = FingerprintIndex(ledger, under: Interpretation(spans: after))
        #expect(old.totals == [7: [1, -50]])
        #expect(new.totals == [7: [2, -110]])
    }

    @Test("R8: a swap that took effect in the past moves the readings since then to the other slot")
    func swap() {
        let scans = [TestScan(1, at: 5, [1: -50, 2: -70]), TestScan(2, at: 15, [1: -70, 2: -50])]
        let swapped: [AssignmentSpan] = [
            .span(3, 1, to: 10), .span(4, 2, to: 10, assignment: 12), .span(4, 1, from: 10, assignment: 21),
            .span(3, 2, from: 10, assignment: 22),
        ]
        #expect(FingerprintIndex(scans, swapped).totals == [3: [2, -100], 4: [2, -140]])
        #expect(FingerprintIndex(scans, [.span(3, 1), .span(4, 2)]).totals == [3: [2, -120], 4: [2, -120]])
    }

    @Test("R6: a contested beacon counts for its slot, but not where the winner was heard in the same scan")
    func contested() {
        let spans: [AssignmentSpan] = [.span(7, 2, isContested: true), .span(7, 3)]
        let index = FingerprintIndex(
            [TestScan(1, [2: -40]), TestScan(2, [2: -41, 3: -80]), TestScan(3, [3: -81])],
            spans
        )
        #expect(index.totals == [7: [3, -201]])
    }

    @Test("R11: what was heard of a slot before its mount was moved does not count; other slots keep theirs")
    func moved() {
        let venue = Venue([
            .floorAdded(FloorAdded(floor: FloorID(1), name: "1", ordinal: 0)),
            .walkStarted(WalkStarted(walk: WalkID(1))),
            .slotCreated(SlotCreated(slot: SlotID(7), label: "7")),
            .slotCreated(SlotCreated(slot: SlotID(8), label: "8")),
            .beaconRegistered(BeaconRegistered(assignment: AssignmentID(1), slot: SlotID(7), identity: .beacon(1))),
            .beaconRegistered(BeaconRegistered(assignment: AssignmentID(2), slot: SlotID(8), identity: .beacon(2))),
            .slotMoved(SlotMoved(slot: SlotID(7))),
        ])
        let scans = [TestScan(10, at: 6, [1: -50, 2: -60]), TestScan(11, at: 7, [1: -70, 2: -61])]
        let index = FingerprintIndex(ScanLedger(scans), under: Interpretation(venue))
        #expect(index.totals == [7: [1, -70], 8: [2, -121]])
    }

    @Test("counts nothing of walks and floors that the venue does not know, or no longer has")
    func unknownThings() {
        var events: [SurveyEvent] = [
            .floorAdded(FloorAdded(floor: FloorID(1), name: "1", ordinal: 0)),
            .floorAdded(FloorAdded(floor: FloorID(2), name: "2", ordinal: 1)),
            .walkStarted(WalkStarted(walk: WalkID(1))), .walkStarted(WalkStarted(walk: WalkID(2))),
        ]
        let ledger = ScanLedger([
            TestScan(10, [:]), TestScan(11, walk: 2, [:]), TestScan(12, walk: 3, [:]), TestScan(13, floor: 2, [:]),
            TestScan(14, floor: 3, [:]),
        ])
        #expect(FingerprintIndex(ledger, under: Interpretation(Venue(events))).scanCount == 3)
        events += [.walkAbandoned(WalkAbandoned(walk: WalkID(2))), .floorRemoved(FloorRemoved(floor: FloorID(2)))]
        #expect(FingerprintIndex(ledger, under: Interpretation(Venue(events))).scanCount == 1)
    }

    @Test("counts an event and its copies once, by the earliest of them")
    func copies() {
        let scans = [
            TestScan(1, at: 15, copyOf: 9, [1: -50]), TestScan(2, at: 5, copyOf: 9, [1: -50]),
            TestScan(3, at: 16, [1: -60]),
        ]
        let spans: [AssignmentSpan] = [.span(7, 1, to: 10), .span(8, 1, from: 10, assignment: 2)]
        for order in [scans, scans.reversed()] {
            #expect(FingerprintIndex(order, spans).totals == [7: [1, -50], 8: [1, -60]])
        }
    }

    @Test("a recovery's duplicate is never counted")
    func duplicate() {
        let index = FingerprintIndex([TestScan(1, [1: -50]), TestScan(2, isDuplicate: true, [1: -50])], [.span(7, 1)])
        #expect(index.totals == [7: [1, -50]])
    }

    @Test("headings are kept apart: turning in place changes the picture")
    func headings() {
        let index = FingerprintIndex(
            [
                TestScan(1, heading: 350, [1: -50]), TestScan(2, heading: 44.9, [1: -52]),
                TestScan(3, heading: 45, [1: -60]), TestScan(4, heading: 180, [1: -70]),
                TestScan(5, heading: 360, [1: -54]), TestScan(6, [1: -80]),
            ],
            [.span(7, 1)]
        )
        #expect(index.points.map(\.scans) == [[3, 1, 1, 0, 1]])
        #expect(index.entries.map(\.heading) == [0, 1, 2, 4])
        #expect(index.entries.map(\.tally.sum) == [-156, -60, -70, -80])
    }
}
