import Crypto
import Survey
import Testing

@testable import Venue

@Suite("Conflicts and problems")
struct ConflictTests {
    private static func rename(_ name: String) -> SurveyEvent {
        .floorRenamed(FloorRenamed(floor: 1, name: name, ordinal: 0))
    }

    private static var floor: Script {
        var script = Script()
        script.add(.floorAdded(FloorAdded(floor: 1, name: "1", ordinal: 0)), at: 0)
        return script
    }

    @Test("two names that nobody knew of each other: the later holds, a person is told, a third settles it")
    func fields() throws {
        var script = Self.floor
        script.add(Self.rename("East"), at: 10, by: 1, seen: 1)
        script.add(Self.rename("West"), at: 5, by: 2, seen: 1)
        #expect(script.venue.floors[1]?.name == "East")
        let conflict = try #require(script.venue.conflicts.first)
        #expect(conflict.subject == .floor(1))
        #expect(conflict.kind == .field(.name))
        #expect(conflict.claims.map(\.holds) == [false, true])
        #expect(script.venue.words(for: conflict).hasPrefix("The name of floor “East” was set 2 times by 2 agents"))
        script.add(Self.rename("North"), at: 20, by: 2, seen: 3)
        #expect(script.venue.conflicts == [])
        #expect(script.venue.floors[1]?.name == "North")
    }

    @Test("a name given with knowledge of the other, or the same name twice, is no conflict")
    func harmless() {
        var known = Self.floor
        known.add(Self.rename("East"), at: 10, by: 1, seen: 1)
        known.add(Self.rename("West"), at: 11, by: 2, seen: 2)
        #expect(known.venue.conflicts == [])
        var own = Self.floor
        own.add(Self.rename("East"), at: 10, by: 1, seen: 1)
        own.add(Self.rename("West"), at: 11, by: 1, seen: 1)
        #expect(own.venue.conflicts == [])
        var same = Self.floor
        same.add(Self.rename("East"), at: 10, by: 1, seen: 1)
        same.add(Self.rename("East"), at: 11, by: 2, seen: 1)
        #expect(same.venue.conflicts == [])
    }

    @Test("an edit of what somebody else removed is shown; one that knew of the removal is a problem")
    func removed() {
        var script = Self.floor
        script.add(.floorRemoved(FloorRemoved(floor: 1)), at: 10, by: 1, seen: 1)
        script.add(Self.rename("East"), at: 11, by: 2, seen: 1)
        #expect(script.venue.floors[1]?.isRemoved == true)
        #expect(script.venue.conflicts.map(\.kind) == [.removedWhileEdited])
        script.add(Self.rename("West"), at: 12, by: 3, seen: 2)
        #expect(script.venue.problems.map(\.reason) == [.removed(.floor(1))])
        script.add(.floorRemoved(FloorRemoved(floor: 1)), at: 20, by: 4, seen: 4)
        #expect(script.venue.conflicts == [])
    }

    @Test("what this program does not know, and what is malformed, is listed and blocks nobody")
    func refused() {
        var script = Script()
        let stream = Script.stream(1)
        script.append(.unknown(kind: 999, schemaVersion: 3), kind: 999, at: 0, by: stream)
        script.append(.malformed(reason: "name is empty."), kind: EventKind.floorAdded.rawValue, at: 1, by: stream)
        script.add(.slot(7), at: 2, by: 1)
        let venue = script.venue
        #expect(venue.slots.count == 1)
        #expect(venue.problems.map(\.position) == [1, 2])
        #expect(
            venue.problems.map { venue.words(for: $0) } == [
                "event of kind 999: This program does not know the kind, or its version 3.",
                "FloorAdded: The payload is not valid: name is empty.",
            ]
        )
    }

    @Test("a scan is no part of the structure and changes nothing")
    func scans() {
        var script = Script()
        script.add(.slot(7), at: 0)
        let before = script.venue
        let scan = ScanSampled(walk: 1, floor: 1, point: Point(x: 0, y: 0), window: 1_000, readings: [])
        script.add(.scanSampled(scan), at: 1)
        #expect(script.venue.digest(with: SHA256()) == before.digest(with: SHA256()))
        #expect(script.venue.problems == [])
    }

    @Test("a beacon whose identity the project cannot compare hangs in its slot, and is a problem")
    func policy() throws {
        var script = Script()
        script.add(.slot(7), at: 0)
        let triple = BeaconIdentity.Frame.iBeacon(uuid: ProximityUUID(high: 1, low: 2), major: 1, minor: 1)
        let address = MACAddress(value: 0xA1)
        let registered = BeaconRegistered(assignment: 1, slot: 7, identity: BeaconIdentity(triple))
        script.add(.beaconRegistered(registered), at: 1)
        script.add(.slot(8), at: 2)
        let other = BeaconRegistered(assignment: 2, slot: 8, identity: BeaconIdentity(triple, address: address))
        script.add(.beaconRegistered(other), at: 3)
        #expect(script.venue.assignments.current == [8: 2])
        #expect(script.venue.conflicts.count == 1)
        script.add(.identityPolicySet(IdentityPolicySet(policy: .address)), at: 4)
        let venue = script.venue
        #expect(venue.assignments.current == [7: 1, 8: 2])
        #expect(venue.conflicts == [])
        #expect(venue.problems.map(\.reason) == [.cannotBeToldApart(BeaconIdentity(triple), .address)])
        let heard = BeaconIdentity(triple, address: address)
        #expect(venue.resolve(heard, at: Int64(5).moment).tenure?.slot == 8)
        #expect(venue.resolve(BeaconIdentity(triple), at: Int64(5).moment) == .stray(former: nil))
    }
}
