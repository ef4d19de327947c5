import Fingerprints
import Survey
import TestSupport
import Testing
import Venue

@Suite("Building a release")
struct ReleaseBuilderTests {
    private static let survey: [SurveyEvent] =
        [
            .projectCreated(ProjectCreated(project: ProjectID(77), name: "Музей")),
            .floorAdded(FloorAdded(floor: FloorID(1), name: "1 этаж", ordinal: 0)),
            .trackDrawn(
                TrackDrawn(
                    track: TrackID(5),
                    floor: FloorID(1),
                    name: "Hall",
                    points: [Point(x: 0, y: 0), Point(x: 3, y: 0)]
                )
            ),
            .walkStarted(WalkStarted(walk: WalkID(1), track: TrackID(5))),
        ]
        + (1...3).map { .slotCreated(SlotCreated(slot: SlotID($0), label: "slot \($0)")) }
        + (1...3).map {
            .beaconRegistered(
                BeaconRegistered(assignment: AssignmentID($0), slot: SlotID($0), identity: .beacon(UInt16($0)))
            )
        }

    private let ledger = ScanLedger(
        (0...2).map { TestScan(UInt64(20 + $0), at: 10, track: 5, along: Double($0), [1: -50, 2: -60, 3: -70]) }
    )

    private func blocks(_ events: [SurveyEvent]) -> [Block] {
        let venue = Venue(Self.survey + events)
        return ReleaseBuilder(venue).blocks(of: FingerprintIndex(ledger, under: Interpretation(venue)))
    }

    @Test("names what is there, prints per floor")
    func contents() throws {
        let names = blocks([]).map(\.name)
        #expect(names == [.geometry, .prints(FloorID(1)), .assignments, .policy])
        guard case .geometry(let geometry) = blocks([])[0], case .prints(let prints) = blocks([])[1] else {
            Issue.record("not in the order of names")
            return
        }
        #expect(geometry.projectName == "Музей")
        #expect(geometry.tracks.map(\.name) == ["Hall"])
        #expect(prints.rows.count == 3)
        #expect(prints.levels.map(\.mean) == [-5_000, -6_000, -7_000, -5_000, -6_000, -7_000, -5_000, -6_000, -7_000])
    }

    @Test("R14: a replacement changes the assignments block and no other")
    func replacement() {
        let replaced = blocks([
            .beaconReplaced(
                BeaconReplaced(
                    assignment: AssignmentID(9),
                    slot: SlotID(2),
                    replaced: AssignmentID(2),
                    identity: .beacon(200),
                    mode: .newIdentity,
                    radio: RadioSettings(),
                    hardware: nil,
                    effectiveAge: .atAct,
                    reason: nil
                )
            )
        ])
        let changed = zip(blocks([]), replaced).filter { $0 != $1 }.map(\.1)
        #expect(changed.map(\.name) == [.assignments])
        guard case .assignments(let block)? = changed.first else { return }
        #expect(block.entries.map(\.occupant.identity) == [.beacon(1), .beacon(200), .beacon(3)])
        #expect(block.entries[1].occupant.offsetDeviation == 600)
    }

    @Test("R10: a retired beacon's slot is left without an occupant, its prints stay")
    func retirement() {
        let retired = blocks([
            .beaconRetired(BeaconRetired(assignment: AssignmentID(2), effectiveAge: .atAct, reason: nil))
        ])
        let changed = zip(blocks([]), retired).filter { $0 != $1 }.map(\.1)
        #expect(changed.map(\.name) == [.assignments])
        guard case .assignments(let block)? = changed.first else { return }
        #expect(block.entries.map(\.slot) == [SlotID(1), SlotID(3)])
    }

    @Test("says nothing of what was removed")
    func removed() {
        let removed = blocks([
            .trackErased(TrackErased(track: TrackID(5))), .floorRemoved(FloorRemoved(floor: FloorID(1))),
        ])
        #expect(removed.map(\.name) == [.geometry, .assignments, .policy])
        guard case .geometry(let geometry) = removed[0] else { return }
        #expect(geometry.floors.isEmpty && geometry.tracks.isEmpty)
    }

    @Test("coverage of a venue counts its tracks")
    func coverage() {
        let venue = Venue(Self.survey)
        let index = FingerprintIndex(ledger, under: Interpretation(venue))
        #expect(Coverage(of: venue, in: index).isComplete)
    }
}
