import Survey
import TestSupport

@testable import Venue

/// Histories that people would hardly write: few things, many authors, every kind of contradiction.
struct RandomHistory {
    /// Events by round; within a round no author sees what others write in it.
    private(set) var rounds: [[(CommittedEvent, DecodedPayload)]] = []

    var events: [(CommittedEvent, DecodedPayload)] { rounds.flatMap { $0 } }

    /// Writes `rounds` rounds in which each of `authors` adds up to `most` events.
    ///
    /// Times are all different, and never before anything their author had seen, as the server sees to.
    init(rounds count: Int, authors: Int, most: Int, using random: inout SeededGenerator) {
        var script = Script()
        var known = [UInt64](repeating: 0, count: authors)
        var last = [Int64](repeating: 0, count: authors)
        var latest: [UInt64: Int64] = [0: 0]  // the latest time up to a position
        var used: Set<Int64> = []
        for round in 0..<count {
            let head = UInt64(script.events.count)
            var written: [(CommittedEvent, DecodedPayload)] = []
            for author in 0..<authors {
                if Int.random(in: 0..<3, using: &random) > 0 { known[author] = head }
                for _ in 0..<Int.random(in: 0...most, using: &random) {
                    let low = max(last[author], latest[known[author]]!) + 1
                    let high = max(low + 1_000, Int64(round + 1) * 100_000)
                    var time = Int64.random(in: low...high, using: &random)
                    while !used.insert(time).inserted { time += 1 }
                    last[author] = time
                    let event = SurveyEvent.colliding(using: &random)
                    script.add(event, at: time, by: UInt64(author), seen: known[author])
                    written.append(script.events[script.events.count - 1])
                }
            }
            latest[UInt64(script.events.count)] =
                script.events.map { $0.0.commitment.occurredAt.milliseconds }.max() ?? 0
            rounds.append(written)
        }
    }

    /// The same events in another order of arrival: each stream keeps its own, and each author what it had seen.
    func arrivingOtherwise(using random: inout SeededGenerator) -> [(CommittedEvent, DecodedPayload)] {
        let shuffled = rounds.flatMap { round -> [(CommittedEvent, DecodedPayload)] in
            var queues = Dictionary(grouping: round) { $0.0.envelope.stream }
            var arrived: [(CommittedEvent, DecodedPayload)] = []
            while !queues.isEmpty {
                let stream = queues.keys.sorted().randomElement(using: &random)!
                arrived.append(queues[stream]!.removeFirst())
                if queues[stream]!.isEmpty { queues[stream] = nil }
            }
            return arrived
        }
        return Script.arriving(shuffled)
    }
}

extension SurveyEvent {
    /// An event about one of a few things, so that many events meet on each.
    static func colliding(using random: inout SeededGenerator) -> SurveyEvent {
        Bool.random(using: &random) ? collidingBeacon(using: &random) : collidingThing(using: &random)
    }

    private static func collidingThing(using random: inout SeededGenerator) -> SurveyEvent {
        let floor: FloorID = random.pick(3)
        let track: TrackID = random.pick(3)
        let slot: SlotID = random.pick(4)
        let walk: WalkID = random.pick(3)
        let place: PlaceID = random.pick(3)
        let points = [random.corner(), Point(x: 9, y: 9)]
        switch Int.random(in: 0..<32, using: &random) {
        case 0: return .projectCreated(ProjectCreated(project: Script.project, name: random.word()))
        case 1: return .projectRenamed(ProjectRenamed(name: random.word()))
        case 2: return .floorAdded(FloorAdded(floor: floor, name: random.word(), ordinal: 1))
        case 3: return .floorRenamed(FloorRenamed(floor: floor, name: random.word(), ordinal: 2))
        case 4: return .floorRemoved(FloorRemoved(floor: floor))
        case 5, 6: return .floorCalibrated(random.calibration(of: floor))
        case 7: return .trackDrawn(TrackDrawn(track: track, floor: floor, name: random.word(), points: points))
        case 8: return .trackRedrawn(TrackRedrawn(track: track, name: random.word(), points: points))
        case 9: return .trackErased(TrackErased(track: track))
        case 10, 11, 12: return .slot(slot, floor: floor)
        case 13:
            let position = MountPosition(point: random.corner())
            return .slotMoved(SlotMoved(slot: slot, floor: floor, position: position, effectiveAge: random.age()))
        case 14: return .walkStarted(WalkStarted(walk: walk, track: track))
        case 15: return .walkPaused(WalkPaused(walk: walk))
        case 16: return .walkResumed(WalkResumed(walk: walk))
        case 17: return .walkCompleted(WalkCompleted(walk: walk, cells: 1, samples: 2))
        case 18: return .walkAbandoned(WalkAbandoned(walk: walk))
        case 19: return .placeProposed(PlaceProposed(place: place, content: random.content(on: floor)))
        case 20: return .placeApproved(PlaceApproved(place: place))
        case 21: return .placeRejected(PlaceRejected(place: place))
        case 22: return .placeEdited(PlaceEdited(place: place, content: random.content(on: floor)))
        case 23: return .beaconObserved(BeaconObserved(walk: walk, identity: random.identity()))
        default: return collidingRest(using: &random)
        }
    }

    private static func collidingRest(using random: inout SeededGenerator) -> SurveyEvent {
        let floor: FloorID = random.pick(3)
        let place: PlaceID = random.pick(3)
        let connector: ConnectorID = random.pick(2)
        let spot: SpotID = random.pick(2)
        let region: RegionID = random.pick(2)
        let uuid = ProximityUUID(high: 1, low: 1)
        switch Int.random(in: 0..<11, using: &random) {
        case 0:
            let hash = Script.hash(Script.stream(99), .random(in: 1...3, using: &random))
            return .floorPlanAttached(
                FloorPlanAttached(floor: floor, blob: hash, byteCount: 9, mediaType: .png, width: 3, height: 3)
            )
        case 1:
            let landings = [floor, random.pick(3, besides: [floor])].map { Landing(floor: $0, point: random.corner()) }
            return .connectorAdded(
                ConnectorAdded(connector: connector, kind: .lift, landings: landings, cost: 5, isStepFree: true)
            )
        case 2: return .connectorRemoved(ConnectorRemoved(connector: connector))
        case 3: return .placeAdded(PlaceAdded(place: place, content: random.content(on: floor)))
        case 4: return .placeRemoved(PlaceRemoved(place: place))
        case 5: return .spotAdded(SpotAdded(spot: spot, floor: floor, point: random.corner()))
        case 6: return .spotRemoved(SpotRemoved(spot: spot))
        case 7: return .regionDefined(RegionDefined(region: region, name: random.word(), uuid: uuid))
        case 8: return .regionRemoved(RegionRemoved(region: region))
        case 9: return .scanPolicySet(ScanPolicySet(timeZone: random.word()))
        default:
            return .identityPolicySet(IdentityPolicySet(policy: IdentityPolicy.allCases.randomElement(using: &random)!))
        }
    }

    private static func collidingBeacon(using random: inout SeededGenerator) -> SurveyEvent {
        let slot: SlotID = random.pick(4)
        let assignment: AssignmentID = random.pick(12)
        let other: AssignmentID = random.pick(12, besides: [assignment])
        let radio = random.radio()
        switch Int.random(in: 0..<15, using: &random) {
        case 0, 1, 2: return .register(assignment, random.identity(), at: slot, age: random.age(), radio: radio)
        case 3, 4, 5, 6:
            return .replace(other, with: assignment, random.identity(), at: slot, age: random.age(), radio: radio)
        case 7:
            return .beaconReconfigured(
                BeaconReconfigured(
                    assignment: other,
                    newAssignment: assignment,
                    identity: random.identity(),
                    radio: radio
                )
            )
        case 8, 9:
            let newA: AssignmentID = random.pick(12, besides: [assignment, other])
            let newB: AssignmentID = random.pick(12, besides: [assignment, other, newA])
            let otherSlot: SlotID = random.pick(4, besides: [slot])
            return .swap(slot, assignment, newA, otherSlot, other, newB, age: random.age())
        case 10: return .retire(assignment, age: random.age())
        case 11: return .revert(assignment)
        case 12: return .verify(assignment, offset: Double.random(in: -9...9, using: &random))
        case 13: return .batteryReplaced(BatteryReplaced(assignment: assignment))
        default:
            let disposition: Disposition = [.removed, .neverInstalled, .moved(random.pick(4))]
                .randomElement(using: &random)!
            return .resolveConflict(slot, winner: assignment, [other: disposition])
        }
    }
}

extension SeededGenerator {
    mutating func pick<Subject>(
        _ count: UInt64,
        besides: [Identifier<Subject>] = []
    ) -> Identifier<Subject> {
        while true {
            let id = Identifier<Subject>(integerLiteral: .random(in: 1...count, using: &self))
            if !besides.contains(id) { return id }
        }
    }

    mutating func word() -> String { ["A", "B", "C", "D", "E"].randomElement(using: &self)! }

    /// One of a few identities, some of which only their address or only their frame tells apart.
    mutating func identity() -> BeaconIdentity {
        if Bool.random(using: &self) { return .named(word()) }
        let frame = BeaconIdentity.Frame.iBeacon(
            uuid: ProximityUUID(high: 1, low: 1),
            major: 1,
            minor: .random(in: 1...2, using: &self)
        )
        return BeaconIdentity(frame, address: MACAddress(value: .random(in: 1...2, using: &self)))
    }

    mutating func corner() -> Point { Point(x: Double(Int.random(in: 0..<5, using: &self)), y: 3) }

    mutating func age() -> EffectiveAge {
        switch Int.random(in: 0..<4, using: &self) {
        case 0: .sinceStart
        case 1: .milliseconds(.random(in: 0...200_000, using: &self))
        default: .atAct
        }
    }

    mutating func radio() -> RadioSettings {
        RadioSettings(
            measuredPower: Bool.random(using: &self) ? .random(in: -70 ... -50, using: &self) : nil,
            transmitPower: Bool.random(using: &self) ? .random(in: -12...4, using: &self) : nil
        )
    }

    mutating func calibration(of floor: FloorID) -> FloorCalibrated {
        let carryOver = Similarity(scale: .random(in: 0.5...2, using: &self), rotation: 30, dx: 1, dy: 2)
        return FloorCalibrated(
            floor: floor,
            metresPerPixel: .random(in: 0.01...0.1, using: &self),
            rotation: 90,
            carryOver: Bool.random(using: &self) ? carryOver : nil
        )
    }

    mutating func content(on floor: FloorID) -> PlaceContent {
        PlaceContent(location: .point(floor, corner()), title: word())
    }
}
