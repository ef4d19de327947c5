public import Survey

extension SurveyEvent {
    /// A valid event of any kind, with every optional part sometimes there and sometimes not.
    public static func random(using random: inout some RandomNumberGenerator) -> SurveyEvent {
        .random(EventKind.allCases.randomElement(using: &random)!, using: &random)
    }

    /// A valid event of one kind.
    public static func random(_ kind: EventKind, using random: inout some RandomNumberGenerator) -> SurveyEvent {
        switch kind.rawValue {
        case 1...29: .randomGeometry(kind, using: &random)
        case 30...48: .randomBeacon(kind, using: &random)
        case 60...70: .randomWalk(kind, using: &random)
        default: .randomPlace(kind, using: &random)
        }
    }

    private static func randomGeometry(_ kind: EventKind, using random: inout some RandomNumberGenerator) -> SurveyEvent
    {
        switch kind {
        case .projectCreated: .projectCreated(ProjectCreated(project: .random(using: &random), name: random.name()))
        case .projectRenamed: .projectRenamed(ProjectRenamed(name: random.name()))
        case .floorAdded:
            .floorAdded(
                FloorAdded(
                    floor: .random(using: &random),
                    name: random.name(),
                    ordinal: .random(in: -9...99, using: &random)
                )
            )
        case .floorRenamed:
            .floorRenamed(
                FloorRenamed(
                    floor: .random(using: &random),
                    name: random.name(),
                    ordinal: Int32(truncatingIfNeeded: random.next())
                )
            )
        case .floorRemoved: .floorRemoved(FloorRemoved(floor: .random(using: &random)))
        case .floorPlanAttached:
            .floorPlanAttached(
                FloorPlanAttached(
                    floor: .random(using: &random),
                    blob: random.digest(),
                    byteCount: .random(in: 1...FloorPlanAttached.maximumByteCount, using: &random),
                    mediaType: .png,
                    width: .random(in: 1...6_000, using: &random),
                    height: .random(in: 1...6_000, using: &random)
                )
            )
        case .floorCalibrated:
            .floorCalibrated(
                FloorCalibrated(
                    floor: .random(using: &random),
                    metresPerPixel: .random(in: 0.001...1, using: &random),
                    rotation: .random(in: -360...360, using: &random),
                    anchor: random.maybe { random in
                        GeographicAnchor(
                            latitude: .random(in: -90...90, using: &random),
                            longitude: .random(in: -180...180, using: &random),
                            northAngle: .random(in: 0...360, using: &random),
                            origin: random.point()
                        )
                    },
                    carryOver: random.maybe { random in
                        Similarity(
                            scale: .random(in: 0.1...10, using: &random),
                            rotation: .random(in: -360...360, using: &random),
                            dx: .random(in: -100...100, using: &random),
                            dy: .random(in: -100...100, using: &random)
                        )
                    }
                )
            )
        case .trackDrawn:
            .trackDrawn(
                TrackDrawn(
                    track: .random(using: &random),
                    floor: .random(using: &random),
                    name: random.name(),
                    points: random.list(2...40) { $0.point() }
                )
            )
        case .trackRedrawn:
            .trackRedrawn(
                TrackRedrawn(
                    track: .random(using: &random),
                    name: random.name(),
                    points: random.list(2...40) { $0.point() }
                )
            )
        case .trackErased: .trackErased(TrackErased(track: .random(using: &random)))
        case .connectorAdded:
            .connectorAdded(
                ConnectorAdded(
                    connector: .random(using: &random),
                    kind: ConnectorKind.allCases.randomElement(using: &random)!,
                    landings: random.list(2...5) { Landing(floor: .random(using: &$0), point: $0.point()) },
                    cost: .random(in: 0...120, using: &random),
                    isStepFree: .random(using: &random)
                )
            )
        default: .connectorRemoved(ConnectorRemoved(connector: .random(using: &random)))
        }
    }

    private static func randomBeacon(_ kind: EventKind, using random: inout some RandomNumberGenerator) -> SurveyEvent {
        switch kind {
        case .slotCreated:
            .slotCreated(
                SlotCreated(
                    slot: .random(using: &random),
                    label: random.name(),
                    floor: random.maybe { .random(using: &$0) },
                    position: random.maybe { $0.mount() }
                )
            )
        case .slotMoved:
            .slotMoved(
                SlotMoved(
                    slot: .random(using: &random),
                    floor: random.maybe { .random(using: &$0) },
                    position: random.maybe { $0.mount() },
                    effectiveAge: random.effectiveAge()
                )
            )
        case .beaconRegistered:
            .beaconRegistered(
                BeaconRegistered(
                    assignment: .random(using: &random),
                    slot: .random(using: &random),
                    identity: .random(using: &random),
                    radio: random.radio(),
                    hardware: random.maybe { $0.hardware() },
                    effectiveAge: random.effectiveAge()
                )
            )
        case .beaconReplaced:
            .beaconReplaced(
                BeaconReplaced(
                    assignment: .random(using: &random),
                    slot: .random(using: &random),
                    replaced: .random(using: &random),
                    identity: .random(using: &random),
                    mode: ReplacementMode.allCases.randomElement(using: &random)!,
                    radio: random.radio(),
                    hardware: random.maybe { $0.hardware() },
                    effectiveAge: random.effectiveAge(),
                    reason: random.maybe { $0.name() }
                )
            )
        case .beaconReconfigured:
            .beaconReconfigured(
                BeaconReconfigured(
                    assignment: .random(using: &random),
                    newAssignment: .random(using: &random),
                    identity: .random(using: &random),
                    radio: random.radio()
                )
            )
        case .batteryReplaced:
            .batteryReplaced(
                BatteryReplaced(
                    assignment: .random(using: &random),
                    batteryCapacity: random.maybe { .random(in: 0 ... .max, using: &$0) }
                )
            )
        case .beaconRetired:
            .beaconRetired(
                BeaconRetired(
                    assignment: .random(using: &random),
                    effectiveAge: random.effectiveAge(),
                    reason: random.maybe { $0.name() }
                )
            )
        case .beaconsSwapped:
            .beaconsSwapped(
                BeaconsSwapped(
                    slotA: .random(using: &random),
                    assignmentA: .random(using: &random),
                    newAssignmentA: .random(using: &random),
                    slotB: .random(using: &random),
                    assignmentB: .random(using: &random),
                    newAssignmentB: .random(using: &random),
                    effectiveAge: random.effectiveAge()
                )
            )
        case .replacementReverted: .replacementReverted(ReplacementReverted(assignment: .random(using: &random)))
        case .offsetVerified:
            .offsetVerified(
                OffsetVerified(
                    assignment: .random(using: &random),
                    offset: .random(in: -40...40, using: &random),
                    confidence: .random(in: 0...10, using: &random),
                    deviation: .random(in: 0...10, using: &random),
                    correlation: .random(in: -1...1, using: &random),
                    readings: .random(in: 0...1_000, using: &random),
                    points: .random(in: 0...1_000, using: &random),
                    verdict: OffsetVerdict.allCases.randomElement(using: &random)!,
                    walk: random.maybe { .random(using: &$0) }
                )
            )
        default:
            .conflictResolved(
                ConflictResolved(
                    slot: .random(using: &random),
                    winner: .random(using: &random),
                    losers: random.list(0...3) { random in
                        let dispositions: [Disposition] = [.removed, .moved(.random(using: &random)), .neverInstalled]
                        return ResolvedLoser(
                            assignment: .random(using: &random),
                            disposition: dispositions.randomElement(using: &random)!
                        )
                    }
                )
            )
        }
    }

    private static func randomWalk(_ kind: EventKind, using random: inout some RandomNumberGenerator) -> SurveyEvent {
        switch kind {
        case .walkStarted:
            .walkStarted(
                WalkStarted(
                    walk: .random(using: &random),
                    track: random.maybe { .random(using: &$0) },
                    speed: random.maybe { .random(in: 0.1...5, using: &$0) },
                    receiver: random.maybe { $0.name() }
                )
            )
        case .walkPaused: .walkPaused(WalkPaused(walk: .random(using: &random)))
        case .walkResumed: .walkResumed(WalkResumed(walk: .random(using: &random)))
        case .walkCompleted:
            .walkCompleted(
                WalkCompleted(
                    walk: .random(using: &random),
                    cells: .random(in: 0 ... .max, using: &random),
                    samples: .random(in: 0 ... .max, using: &random)
                )
            )
        case .walkAbandoned:
            .walkAbandoned(WalkAbandoned(walk: .random(using: &random), reason: random.maybe { $0.name() }))
        case .beaconObserved:
            .beaconObserved(
                BeaconObserved(
                    walk: .random(using: &random),
                    identity: .random(using: &random),
                    batteryVoltage: random.maybe { .random(in: 0...4_000, using: &$0) },
                    temperature: random.maybe { .random(in: -40...80, using: &$0) },
                    uptime: random.maybe { $0.next() },
                    advertisementCount: random.maybe { $0.next() }
                )
            )
        default: .scanSampled(.random(readings: .random(in: 0...40, using: &random), using: &random))
        }
    }

    private static func randomPlace(_ kind: EventKind, using random: inout some RandomNumberGenerator) -> SurveyEvent {
        switch kind {
        case .placeAdded: .placeAdded(PlaceAdded(place: .random(using: &random), content: random.placeContent()))
        case .placeEdited: .placeEdited(PlaceEdited(place: .random(using: &random), content: random.placeContent()))
        case .placeRemoved: .placeRemoved(PlaceRemoved(place: .random(using: &random)))
        case .placeProposed:
            .placeProposed(PlaceProposed(place: .random(using: &random), content: random.placeContent()))
        case .placeApproved: .placeApproved(PlaceApproved(place: .random(using: &random)))
        case .placeRejected:
            .placeRejected(PlaceRejected(place: .random(using: &random), reason: random.maybe { $0.name() }))
        case .spotAdded:
            .spotAdded(
                SpotAdded(
                    spot: .random(using: &random),
                    floor: .random(using: &random),
                    point: random.point(),
                    name: random.maybe { $0.name() }
                )
            )
        case .spotRemoved: .spotRemoved(SpotRemoved(spot: .random(using: &random)))
        case .regionDefined: .regionDefined(.random(using: &random))
        case .regionRemoved: .regionRemoved(RegionRemoved(region: .random(using: &random)))
        case .scanPolicySet: .scanPolicySet(.random(using: &random))
        default: .identityPolicySet(IdentityPolicySet(policy: IdentityPolicy.allCases.randomElement(using: &random)!))
        }
    }
}
