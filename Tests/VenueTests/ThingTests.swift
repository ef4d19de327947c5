import Survey
import Testing

@testable import Venue

@Suite("Floors, tracks, walks and places")
struct ThingTests {
    @Test("a project has a name, and one beginning")
    func project() {
        var script = Script()
        script.add(.projectCreated(ProjectCreated(project: Script.project, name: "Музей")), at: 0)
        script.add(.projectCreated(ProjectCreated(project: Script.project, name: "Other")), at: 1, by: 2)
        script.add(.projectCreated(ProjectCreated(project: 9, name: "Foreign")), at: 2, by: 3)
        #expect(script.venue.name == "Музей")
        #expect(script.venue.problems.map(\.reason) == [.alreadyExists(.project), .otherProject])
        script.add(.projectRenamed(ProjectRenamed(name: "Русский музей")), at: 3)
        #expect(script.venue.name == "Русский музей")
    }

    @Test("a floor without a plan is incomplete; the latest plan counts, and every blob is wanted")
    func plans() throws {
        var script = Script()
        script.add(.floorAdded(FloorAdded(floor: 1, name: "1 этаж", ordinal: 0)), at: 0)
        #expect(script.venue.floors[1]?.plan == nil)
        for (index, width) in [UInt32(100), 200].enumerated() {
            let plan = FloorPlanAttached(
                floor: 1,
                blob: Script.hash(Script.stream(9), UInt64(index)),
                byteCount: 10,
                mediaType: .png,
                width: width,
                height: 40
            )
            script.add(.floorPlanAttached(plan), at: Int64(index) + 1)
        }
        let venue = script.venue
        #expect(venue.floors[1]?.plan?.width == 200)
        #expect(venue.floors[1]?.extent == Point(x: 10, y: 2))
        #expect(venue.missingBlobs(held: []).count == 2)
        #expect(venue.missingBlobs(held: [try #require(venue.floors[1]?.plan?.blob)]).count == 1)
    }

    @Test("a track on a floor that has not arrived waits, and is there as soon as the floor is")
    func waiting() {
        var script = Script()
        script.add(.trackDrawn(TrackDrawn(track: 1, floor: 1, name: "T", points: Self.corridor)), at: 1, by: 1)
        #expect(script.venue.liveTracks == [])
        #expect(script.venue.problems.map(\.reason) == [.waits(for: .floor(1))])
        script.add(.floorAdded(FloorAdded(floor: 1, name: "1", ordinal: 0)), at: 2, by: 2)
        #expect(script.venue.liveTracks.map(\.id) == [1])
        #expect(script.venue.problems == [])
        script.add(.floorRemoved(FloorRemoved(floor: 1)), at: 3, by: 2)
        #expect(script.venue.liveTracks == [])
        #expect(script.venue.liveFloors == [])
    }

    @Test("an erased track is gone, even where its drawing arrives after")
    func erased() {
        var script = Script()
        script.add(.floorAdded(FloorAdded(floor: 1, name: "1", ordinal: 0)), at: 0)
        script.add(.trackErased(TrackErased(track: 1)), at: 5, by: 1)
        script.add(.trackDrawn(TrackDrawn(track: 1, floor: 1, name: "T", points: Self.corridor)), at: 1, by: 2)
        #expect(script.venue.tracks[1]?.isErased == true)
        #expect(script.venue.liveTracks == [])
        #expect(script.venue.problems == [])
    }

    @Test("a track's length and points are metres along it")
    func lengths() throws {
        var script = Script()
        script.add(.floorAdded(FloorAdded(floor: 1, name: "1", ordinal: 0)), at: 0)
        script.add(.trackDrawn(TrackDrawn(track: 1, floor: 1, name: "T", points: Self.corridor)), at: 1)
        let track = try #require(script.venue.tracks[1])
        #expect(track.length == 7)
        #expect(track.point(at: -1) == Point(x: 0, y: 0))
        #expect(track.point(at: 5) == Point(x: 3, y: 2))
        #expect(track.point(at: 99) == Point(x: 3, y: 4))
    }

    @Test("a walk records, rests, goes on and ends; abandoned, it does not count")
    func walks() {
        var script = Script()
        script.add(.walkStarted(WalkStarted(walk: 1, speed: 1)), at: 1_000)
        #expect(script.venue.walks[1]?.state == .recording)
        script.add(.walkPaused(WalkPaused(walk: 1)), at: 5_000)
        #expect(script.venue.walks[1]?.state == .paused)
        script.add(.walkResumed(WalkResumed(walk: 1)), at: 8_000)
        script.add(.walkCompleted(WalkCompleted(walk: 1, cells: 9, samples: 10)), at: 10_000)
        let walk = script.venue.walks[1]
        #expect(walk?.state == .completed)
        #expect(walk?.cells == 9)
        #expect(walk?.recordingTime(until: Int64(6_000).moment) == 4_000)
        #expect(walk?.recordingTime(until: Int64(99_000).moment) == 6_000)
        #expect(script.venue.counts(1))
        script.add(.walkPaused(WalkPaused(walk: 1)), at: 11_000)
        #expect(script.venue.problems.map(\.reason) == [.ended])
        script.add(.walkAbandoned(WalkAbandoned(walk: 1, reason: "strayed")), at: 12_000)
        #expect(script.venue.walks[1]?.state == .abandoned)
        #expect(script.venue.walks[1]?.reason == "strayed")
        #expect(!script.venue.counts(1))
        #expect(script.venue.abandonedWalks == [1])
        #expect(!script.venue.counts(2))
    }

    @Test("a proposed place is invisible until somebody approves it")
    func proposals() {
        var script = Script()
        let content = PlaceContent(location: .geographic(latitude: 1, longitude: 2), title: "Fountain")
        script.add(.placeProposed(PlaceProposed(place: 1, content: content)), at: 0)
        #expect(script.venue.shownPlaces == [])
        #expect(script.venue.proposedPlaces.map(\.id) == [1])
        script.add(.placeApproved(PlaceApproved(place: 1)), at: 1)
        #expect(script.venue.shownPlaces.map(\.id) == [1])
        script.add(.placeRejected(PlaceRejected(place: 1)), at: 2)
        #expect(script.venue.shownPlaces == [])
        script.add(.placeAdded(PlaceAdded(place: 2, content: content)), at: 3)
        script.add(.placeApproved(PlaceApproved(place: 2)), at: 4)
        #expect(script.venue.problems.map(\.reason) == [.notProposed])
        script.add(.placeRemoved(PlaceRemoved(place: 2)), at: 5)
        #expect(script.venue.shownPlaces == [])
    }

    @Test("what a place is bound to is the slot, so a replaced beacon changes no text")
    func placeAtSlot() {
        var script = Script()
        script.add(.slot(7), at: 0)
        script.add(.register(1, "A", at: 7), at: 1)
        let content = PlaceContent(location: .slot(7), title: "Exhibit")
        script.add(.placeAdded(PlaceAdded(place: 1, content: content)), at: 2)
        let before = script.venue.shownPlaces
        script.add(.replace(1, with: 2, "B", at: 7), at: 3)
        #expect(script.venue.shownPlaces == before)
    }

    @Test("names are looked up, and two of one name are told apart by nobody but a person")
    func lookups() {
        var script = Script()
        script.add(.slotCreated(SlotCreated(slot: 1, label: "door")), at: 0)
        #expect(script.venue.slots(labelled: "door").unique?.id == 1)
        script.add(.slotCreated(SlotCreated(slot: 2, label: "door")), at: 1)
        guard case .ambiguous(let slots) = script.venue.slots(labelled: "door") else {
            Issue.record("Two doors are one.")
            return
        }
        #expect(slots.map(\.id) == [1, 2])
        guard case .none = script.venue.slots(labelled: "window") else {
            Issue.record("There is no window.")
            return
        }
    }

    @Test("the 21st proximity UUID is refused, more beacons under a known one are not")
    func uuidLimit() throws {
        var script = Script()
        func identity(_ uuid: UInt64, _ minor: UInt16) -> BeaconIdentity {
            BeaconIdentity(.iBeacon(uuid: ProximityUUID(high: 0, low: uuid), major: 1, minor: minor))
        }
        for number in UInt64(1)...21 {
            script.add(.slot(SlotID(integerLiteral: number)), at: Int64(number))
        }
        for number in UInt64(1)...20 {
            let registered = BeaconRegistered(
                assignment: AssignmentID(integerLiteral: number),
                slot: SlotID(integerLiteral: number),
                identity: identity(number, 1)
            )
            script.add(.beaconRegistered(registered), at: 100 + Int64(number))
        }
        let refusal = #expect(throws: Refusal.self) { try script.venue.canRegister(identity(21, 1), in: 21) }
        #expect(refusal?.description.contains("uuid_limit_20") == true)
        try script.venue.canRegister(identity(20, 2), in: 21)
        script.add(.retire(1), at: 200)
        try script.venue.canRegister(identity(21, 1), in: 21)
    }

    private static let corridor = [Point(x: 0, y: 0), Point(x: 3, y: 0), Point(x: 3, y: 4)]
}
