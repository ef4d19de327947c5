import Survey

let someSlots = (1...20).map { SlotID(high: UInt64($0), low: UInt64($0)) }
let someAssignments = (1...4).map { AssignmentID(high: UInt64($0), low: UInt64($0)) }
let someFloors = (1...2).map { FloorID(high: UInt64($0), low: UInt64($0)) }
let someWalk = WalkID(high: 1, low: 1)
let here = Point(x: 1, y: 2)
let nowhere = Point(x: 1, y: .nan)
let someBeacon = BeaconIdentity(.name("wap"))
let tooLong = String(repeating: "x", count: 201)

extension SurveyEvent {
    /// A registration whose radio is set so.
    static func registered(_ radio: RadioSettings) -> SurveyEvent {
        .beaconRegistered(
            BeaconRegistered(assignment: someAssignments[0], slot: someSlots[0], identity: someBeacon, radio: radio)
        )
    }

    /// A registration of an identity.
    static func registered(_ identity: BeaconIdentity) -> SurveyEvent {
        .beaconRegistered(BeaconRegistered(assignment: someAssignments[0], slot: someSlots[0], identity: identity))
    }

    /// A scan that is valid but for what is given.
    static func scan(
        point: Point = here,
        distanceAlong: Double? = nil,
        heading: Double? = nil,
        window: UInt32 = 1_000,
        readings: Int = 1,
        packets: UInt16 = 1
    ) -> SurveyEvent {
        let rssi = RSSI(dBm: -60)!
        let reading = Reading(identity: someBeacon, rssi: rssi, packets: packets)
        return .scanSampled(
            ScanSampled(
                walk: someWalk,
                distanceAlong: distanceAlong,
                floor: someFloors[0],
                point: point,
                heading: heading,
                window: window,
                readings: Array(repeating: reading, count: readings)
            )
        )
    }

    /// A plan that is valid but for what is given.
    static func plan(
        width: UInt32 = 100,
        height: UInt32 = 100,
        byteCount: UInt64 = 1_000,
        mediaType: MediaType = .png
    ) -> SurveyEvent {
        .floorPlanAttached(
            FloorPlanAttached(
                floor: someFloors[0],
                blob: .zero,
                byteCount: byteCount,
                mediaType: mediaType,
                width: width,
                height: height
            )
        )
    }

    static func calibrated(
        metresPerPixel: Double = 0.05,
        rotation: Double = 0,
        anchor: GeographicAnchor? = nil,
        carryOver: Similarity? = nil
    ) -> SurveyEvent {
        .floorCalibrated(
            FloorCalibrated(
                floor: someFloors[0],
                metresPerPixel: metresPerPixel,
                rotation: rotation,
                anchor: anchor,
                carryOver: carryOver
            )
        )
    }

    static func anchored(
        _ latitude: Double,
        _ longitude: Double,
        north: Double = 0,
        at origin: Point = here
    ) -> SurveyEvent {
        let anchor = GeographicAnchor(latitude: latitude, longitude: longitude, northAngle: north, origin: origin)
        return calibrated(anchor: anchor)
    }

    static func connector(_ floors: [FloorID], cost: Double = 10, at point: Point = here) -> SurveyEvent {
        .connectorAdded(
            ConnectorAdded(
                connector: ConnectorID(high: 1, low: 1),
                kind: .lift,
                landings: floors.map { Landing(floor: $0, point: point) },
                cost: cost,
                isStepFree: true
            )
        )
    }

    static func replaced(
        by new: AssignmentID = someAssignments[0],
        of old: AssignmentID = someAssignments[1],
        identity: BeaconIdentity = someBeacon,
        radio: RadioSettings = RadioSettings(),
        age: EffectiveAge = .atAct
    ) -> SurveyEvent {
        .beaconReplaced(
            BeaconReplaced(
                assignment: new,
                slot: someSlots[0],
                replaced: old,
                identity: identity,
                mode: .newIdentity,
                radio: radio,
                effectiveAge: age
            )
        )
    }

    static func swapped(
        slotB: SlotID = someSlots[1],
        newB: AssignmentID = someAssignments[3],
        age: EffectiveAge = .atAct
    ) -> SurveyEvent {
        .beaconsSwapped(
            BeaconsSwapped(
                slotA: someSlots[0],
                assignmentA: someAssignments[0],
                newAssignmentA: someAssignments[1],
                slotB: slotB,
                assignmentB: someAssignments[2],
                newAssignmentB: newB,
                effectiveAge: age
            )
        )
    }

    static func offset(
        _ offset: Double = 0,
        confidence: Double = 1,
        deviation: Double = 1,
        correlation: Double = 1
    ) -> SurveyEvent {
        .offsetVerified(
            OffsetVerified(
                assignment: someAssignments[0],
                offset: offset,
                confidence: confidence,
                deviation: deviation,
                correlation: correlation,
                readings: 1,
                points: 1,
                verdict: .verified
            )
        )
    }

    static func place(
        _ location: PlaceLocation = .slot(someSlots[0]),
        title: String = "Gate",
        text: String = "",
        pictures: [BlobReference] = []
    ) -> PlaceContent {
        PlaceContent(location: location, title: title, text: text, pictures: pictures)
    }

    static func added(_ content: PlaceContent) -> SurveyEvent {
        .placeAdded(PlaceAdded(place: PlaceID(high: 1, low: 1), content: content))
    }

    static func policy(from: Int64? = nil, to: Int64? = nil, fence: Geofence? = nil) -> SurveyEvent {
        .scanPolicySet(
            ScanPolicySet(
                from: from.map(Timestamp.init),
                to: to.map(Timestamp.init),
                geofence: fence
            )
        )
    }
}
