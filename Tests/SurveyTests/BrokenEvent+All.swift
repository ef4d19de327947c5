import Survey

extension BrokenEvent {
    /// One event for every rule.
    static let all = geometry + beacons + walks + places

    private static let geometry: [BrokenEvent] = [
        BrokenEvent("empty", "name", .projectCreated(ProjectCreated(project: ProjectID(high: 1, low: 1), name: ""))),
        BrokenEvent("long", "name", .projectRenamed(ProjectRenamed(name: tooLong))),
        BrokenEvent("empty", "name", .floorAdded(FloorAdded(floor: someFloors[0], name: "", ordinal: 0))),
        BrokenEvent("long", "name", .floorRenamed(FloorRenamed(floor: someFloors[0], name: tooLong, ordinal: 0))),
        BrokenEvent("JPEG", "mediaType", .plan(mediaType: .jpeg)),
        BrokenEvent("empty", "byteCount", .plan(byteCount: 0)),
        BrokenEvent("over 64 MiB", "byteCount", .plan(byteCount: 64 << 20 + 1)),
        BrokenEvent("no width", "width", .plan(width: 0)),
        BrokenEvent("no height", "width", .plan(height: 0)),
        BrokenEvent("over 40 Mpx", "width", .plan(width: .max, height: .max)),
        BrokenEvent("no scale", "metresPerPixel", .calibrated(metresPerPixel: 0)),
        BrokenEvent("scale not a number", "metresPerPixel", .calibrated(metresPerPixel: .nan)),
        BrokenEvent("endless rotation", "rotation", .calibrated(rotation: .infinity)),
        BrokenEvent("beyond the pole", "latitude", .anchored(90.1, 0)),
        BrokenEvent("beyond the date line", "longitude", .anchored(0, -180.1)),
        BrokenEvent("north not a number", "northAngle", .anchored(0, 0, north: .nan)),
        BrokenEvent("origin nowhere", "point", .anchored(0, 0, at: nowhere)),
        BrokenEvent(
            "scale 0",
            "carryOver.scale",
            .calibrated(carryOver: Similarity(scale: 0, rotation: 0, dx: 0, dy: 0))
        ),
        BrokenEvent(
            "turned without end",
            "carryOver.rotation",
            .calibrated(carryOver: Similarity(scale: 1, rotation: .nan, dx: 0, dy: 0))
        ),
        BrokenEvent("shifted off", "point", .calibrated(carryOver: Similarity(scale: 1, rotation: 0, dx: 1e6, dy: 0))),
        BrokenEvent(
            "one point",
            "points",
            .trackDrawn(
                TrackDrawn(track: TrackID(high: 1, low: 1), floor: someFloors[0], name: "t", points: [here, here])
            )
        ),
        BrokenEvent(
            "point nowhere",
            "point",
            .trackRedrawn(TrackRedrawn(track: TrackID(high: 1, low: 1), name: "t", points: [here, nowhere]))
        ),
        BrokenEvent(
            "empty",
            "name",
            .trackRedrawn(TrackRedrawn(track: TrackID(high: 1, low: 1), name: "", points: [here, Point(x: 2, y: 2)]))
        ),
        BrokenEvent("one floor", "landings", .connector([someFloors[0], someFloors[0]])),
        BrokenEvent("below zero", "cost", .connector(someFloors, cost: -1)),
        BrokenEvent("landing nowhere", "point", .connector(someFloors, at: nowhere)),
        BrokenEvent("empty", "label", .slotCreated(SlotCreated(slot: someSlots[0], label: ""))),
        BrokenEvent(
            "in the sky",
            "height",
            .slotCreated(
                SlotCreated(slot: someSlots[0], label: "s", position: MountPosition(point: here, height: 1_001))
            )
        ),
        BrokenEvent(
            "nowhere",
            "point",
            .slotMoved(SlotMoved(slot: someSlots[0], position: MountPosition(point: nowhere)))
        ),
        BrokenEvent(
            "future",
            "effectiveAge",
            .slotMoved(SlotMoved(slot: someSlots[0], effectiveAge: .milliseconds(-1)))
        ),
    ]

    private static let beacons: [BrokenEvent] = [
        BrokenEvent("no address", "identity", .registered(BeaconIdentity(.addressOnly))),
        BrokenEvent("empty name", "identity", .registered(BeaconIdentity(.name("")))),
        BrokenEvent(
            "name and address",
            "identity",
            .registered(BeaconIdentity(.name("x"), address: MACAddress(value: 1)))
        ),
        BrokenEvent("too loud", "measuredPower", .registered(RadioSettings(measuredPower: -19))),
        BrokenEvent("too quiet", "measuredPower", .registered(RadioSettings(measuredPower: -101))),
        BrokenEvent("too strong", "transmitPower", .registered(RadioSettings(transmitPower: 21))),
        BrokenEvent("too fast", "advertisingInterval", .registered(RadioSettings(advertisingInterval: 19))),
        BrokenEvent("too slow", "advertisingInterval", .registered(RadioSettings(advertisingInterval: 60_001))),
        BrokenEvent(
            "future",
            "effectiveAge",
            .beaconRegistered(
                BeaconRegistered(
                    assignment: someAssignments[0],
                    slot: someSlots[0],
                    identity: someBeacon,
                    effectiveAge: .milliseconds(-1)
                )
            )
        ),
        BrokenEvent("itself", "replaced", .replaced(of: someAssignments[0])),
        BrokenEvent("no address", "identity", .replaced(identity: BeaconIdentity(.addressOnly))),
        BrokenEvent("too strong", "transmitPower", .replaced(radio: RadioSettings(transmitPower: 21))),
        BrokenEvent("future", "effectiveAge", .replaced(age: .milliseconds(.min))),
        BrokenEvent(
            "itself",
            "newAssignment",
            .beaconReconfigured(
                BeaconReconfigured(
                    assignment: someAssignments[0],
                    newAssignment: someAssignments[0],
                    identity: someBeacon,
                    radio: RadioSettings()
                )
            )
        ),
        BrokenEvent(
            "no address",
            "identity",
            .beaconReconfigured(
                BeaconReconfigured(
                    assignment: someAssignments[0],
                    newAssignment: someAssignments[1],
                    identity: BeaconIdentity(.addressOnly),
                    radio: RadioSettings()
                )
            )
        ),
        BrokenEvent(
            "future",
            "effectiveAge",
            .beaconRetired(BeaconRetired(assignment: someAssignments[0], effectiveAge: .milliseconds(-5)))
        ),
        BrokenEvent("one slot", "slotB", .swapped(slotB: someSlots[0])),
        BrokenEvent("an assignment twice", "assignments", .swapped(newB: someAssignments[0])),
        BrokenEvent("future", "effectiveAge", .swapped(age: .milliseconds(-1))),
        BrokenEvent("too far", "offset", .offset(40.1)),
        BrokenEvent("not a number", "offset", .offset(.nan)),
        BrokenEvent("below zero", "confidence", .offset(confidence: -1)),
        BrokenEvent("below zero", "deviation", .offset(deviation: -1)),
        BrokenEvent("over one", "correlation", .offset(correlation: 1.1)),
        BrokenEvent(
            "winner loses",
            "losers",
            .conflictResolved(
                ConflictResolved(
                    slot: someSlots[0],
                    winner: someAssignments[0],
                    losers: [ResolvedLoser(assignment: someAssignments[0], disposition: .removed)]
                )
            )
        ),
    ]

    private static let walks: [BrokenEvent] = [
        BrokenEvent("standing", "speed", .walkStarted(WalkStarted(walk: someWalk, speed: 0))),
        BrokenEvent("running", "speed", .walkStarted(WalkStarted(walk: someWalk, speed: 5.1))),
        BrokenEvent(
            "burning",
            "temperature",
            .beaconObserved(BeaconObserved(walk: someWalk, identity: someBeacon, temperature: 129))
        ),
        BrokenEvent(
            "no address",
            "identity",
            .beaconObserved(BeaconObserved(walk: someWalk, identity: BeaconIdentity(.addressOnly)))
        ),
        BrokenEvent("nowhere", "point", .scan(point: nowhere)),
        BrokenEvent("before the start", "distanceAlong", .scan(distanceAlong: -1)),
        BrokenEvent("more than a circle", "heading", .scan(heading: 361)),
        BrokenEvent("no window", "window", .scan(window: 0)),
        BrokenEvent("over ten minutes", "window", .scan(window: 600_001)),
        BrokenEvent("over a thousand", "readings", .scan(readings: 1_001)),
        BrokenEvent("no packet", "packets", .scan(packets: 0)),
        BrokenEvent(
            "no address",
            "identity",
            .scanSampled(
                ScanSampled(
                    walk: someWalk,
                    floor: someFloors[0],
                    point: here,
                    window: 1,
                    readings: [Reading(identity: BeaconIdentity(.addressOnly), rssi: RSSI(dBm: -1)!)]
                )
            )
        ),
    ]

    private static let places: [BrokenEvent] = [
        BrokenEvent("empty", "title", .added(SurveyEvent.place(title: ""))),
        BrokenEvent("over 32 KiB", "text", .added(SurveyEvent.place(text: String(repeating: "é", count: 16_385)))),
        BrokenEvent(
            "over 64",
            "pictures",
            .added(
                SurveyEvent.place(
                    pictures: Array(repeating: BlobReference(blob: .zero, byteCount: 1, mediaType: .png), count: 65)
                )
            )
        ),
        BrokenEvent(
            "empty",
            "pictures",
            .added(SurveyEvent.place(pictures: [BlobReference(blob: .zero, byteCount: 0, mediaType: .jpeg)]))
        ),
        BrokenEvent(
            "nowhere",
            "point",
            .placeEdited(
                PlaceEdited(place: PlaceID(high: 1, low: 1), content: SurveyEvent.place(.point(someFloors[0], nowhere)))
            )
        ),
        BrokenEvent(
            "beyond the pole",
            "latitude",
            .placeProposed(
                PlaceProposed(
                    place: PlaceID(high: 1, low: 1),
                    content: SurveyEvent.place(.geographic(latitude: -91, longitude: 0))
                )
            )
        ),
        BrokenEvent(
            "nowhere",
            "point",
            .spotAdded(SpotAdded(spot: SpotID(high: 1, low: 1), floor: someFloors[0], point: nowhere))
        ),
        BrokenEvent(
            "empty",
            "name",
            .regionDefined(
                RegionDefined(region: RegionID(high: 1, low: 1), name: "", uuid: ProximityUUID(high: 1, low: 1))
            )
        ),
        BrokenEvent(
            "without a major",
            "minor",
            .regionDefined(
                RegionDefined(
                    region: RegionID(high: 1, low: 1),
                    name: "r",
                    uuid: ProximityUUID(high: 1, low: 1),
                    minor: 1
                )
            )
        ),
        BrokenEvent("ends as it begins", "to", .policy(from: 5, to: 5)),
        BrokenEvent("no circle", "radius", .policy(fence: Geofence(latitude: 0, longitude: 0, radius: 0))),
        BrokenEvent("beyond the pole", "latitude", .policy(fence: Geofence(latitude: 91, longitude: 0, radius: 5))),
    ]
}
