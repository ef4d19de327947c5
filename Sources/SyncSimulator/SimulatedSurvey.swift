import Survey

/// What the simulated surveyors write: few things and many authors, so that events contradict each other.
///
/// The payload is a number, and the number decides the event: encoding costs nothing, and the folds are the real ones.
struct SimulatedSurvey: PayloadCoding {
    let project: ProjectID

    /// The event of a number, in a project.
    func event(_ number: UInt64) -> SurveyEvent {
        var dice = Dice(seed: number &* 0x2545_F491_4F6C_DD1D)
        // A venue begins somehow; whoever writes later finds things to write about.
        if number <= 6 { return beginning(number) }
        if !dice.oneIn(3) { return .scanSampled(scan(&dice)) }
        return dice.oneIn(2) ? beacon(&dice) : thing(&dice)
    }

    /// The number of an event that was made here stands in its payload.
    static func payload(_ number: UInt64) -> [UInt8] { number.bigEndianBytes }

    func encode(_ event: SurveyEvent) -> [UInt8] {
        preconditionFailure("The simulation writes numbers: \(event) has none.")
    }

    func decode(kind: UInt16, schemaVersion: UInt16, payload: [UInt8]) -> DecodedPayload {
        guard payload.count == 8 else { return .malformed(reason: "a number has eight bytes") }
        return .event(event(UInt64(bigEndianBytes: payload)))
    }

    private func beginning(_ number: UInt64) -> SurveyEvent {
        switch number {
        case 1: .projectCreated(ProjectCreated(project: project, name: "Hall"))
        case 2: .floorAdded(FloorAdded(floor: FloorID(high: 1, low: 1), name: "Ground", ordinal: 0))
        case 3: .slotCreated(SlotCreated(slot: SlotID(high: 2, low: 1), label: "S1", floor: FloorID(high: 1, low: 1)))
        case 4: .slotCreated(SlotCreated(slot: SlotID(high: 2, low: 2), label: "S2", floor: FloorID(high: 1, low: 1)))
        case 5: .walkStarted(WalkStarted(walk: WalkID(high: 5, low: 1)))
        default: .walkStarted(WalkStarted(walk: WalkID(high: 5, low: 2)))
        }
    }

    private func scan(_ dice: inout Dice) -> ScanSampled {
        let readings = (0..<dice.number(0...3)).compactMap { _ in
            RSSI(dBm: Int(dice.number(-99 ... -40))).map { Reading(identity: identity(&dice), rssi: $0) }
        }
        return ScanSampled(
            walk: dice.pick(2, 5),
            floor: dice.pick(2, 1),
            point: corner(&dice),
            window: 2_000,
            readings: readings
        )
    }

    private func thing(_ dice: inout Dice) -> SurveyEvent {
        let floor: FloorID = dice.pick(2, 1)
        let track: TrackID = dice.pick(2, 4)
        let walk: WalkID = dice.pick(3, 5)
        switch dice.next() % 14 {
        case 0: return .projectRenamed(ProjectRenamed(name: word(&dice)))
        case 1: return .floorAdded(FloorAdded(floor: floor, name: word(&dice), ordinal: 1))
        case 2: return .floorRenamed(FloorRenamed(floor: floor, name: word(&dice), ordinal: 2))
        case 3:
            let carried = Similarity(scale: 1.5, rotation: 30, dx: 1, dy: 2)
            return .floorCalibrated(
                FloorCalibrated(floor: floor, metresPerPixel: 0.05, carryOver: dice.oneIn(2) ? carried : nil)
            )
        case 4:
            let points = [corner(&dice), Point(x: 9, y: 9)]
            return .trackDrawn(TrackDrawn(track: track, floor: floor, name: word(&dice), points: points))
        case 5:
            let points = [corner(&dice), Point(x: 8, y: 9)]
            return .trackRedrawn(TrackRedrawn(track: track, name: word(&dice), points: points))
        case 6: return .trackErased(TrackErased(track: track))
        case 7, 8: return .slotCreated(SlotCreated(slot: dice.pick(3, 2), label: word(&dice), floor: floor))
        case 9:
            return .slotMoved(
                SlotMoved(slot: dice.pick(3, 2), floor: floor, position: MountPosition(point: corner(&dice)))
            )
        case 10, 11: return .walkStarted(WalkStarted(walk: walk, track: track))
        case 12: return .walkCompleted(WalkCompleted(walk: walk, cells: 1, samples: 2))
        default: return dice.oneIn(4) ? .walkAbandoned(WalkAbandoned(walk: walk)) : .walkPaused(WalkPaused(walk: walk))
        }
    }

    private func beacon(_ dice: inout Dice) -> SurveyEvent {
        let slot: SlotID = dice.pick(3, 2)
        let assignment: AssignmentID = dice.pick(12, 3)
        let other: AssignmentID = dice.pick(12, 3)
        switch dice.next() % 10 {
        case 0, 1, 2:
            return .beaconRegistered(
                BeaconRegistered(
                    assignment: assignment,
                    slot: slot,
                    identity: identity(&dice),
                    effectiveAge: age(&dice)
                )
            )
        case 3, 4, 5, 6:
            return .beaconReplaced(
                BeaconReplaced(
                    assignment: assignment,
                    slot: slot,
                    replaced: other,
                    identity: identity(&dice),
                    mode: .newIdentity,
                    effectiveAge: age(&dice)
                )
            )
        case 7: return .beaconRetired(BeaconRetired(assignment: assignment, effectiveAge: age(&dice)))
        case 8: return .replacementReverted(ReplacementReverted(assignment: assignment))
        default: return .batteryReplaced(BatteryReplaced(assignment: assignment))
        }
    }

    private func identity(_ dice: inout Dice) -> BeaconIdentity {
        BeaconIdentity(
            .iBeacon(uuid: ProximityUUID(high: 1, low: 1), major: 1, minor: UInt16(dice.number(1...6)))
        )
    }

    private func corner(_ dice: inout Dice) -> Point { Point(x: Double(dice.number(0...4)), y: 3) }

    private func word(_ dice: inout Dice) -> String { ["A", "B", "C", "D"][Int(dice.next() % 4)] }

    private func age(_ dice: inout Dice) -> EffectiveAge {
        switch dice.next() % 4 {
        case 0: .sinceStart
        case 1: .milliseconds(dice.number(0...200_000))
        default: .atAct
        }
    }
}

extension Dice {
    /// One of a few identifiers.
    fileprivate mutating func pick<Subject>(_ count: UInt64, _ high: UInt64) -> Identifier<Subject> {
        Identifier(high: high, low: 1 + next() % count)
    }
}
