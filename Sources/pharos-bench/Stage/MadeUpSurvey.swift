import Survey

/// A made-up survey of any length: one floor, 200 beacons in their slots, and walks along tracks of 250 m, one scan a
/// metre, each with 20 readings.
struct MadeUpSurvey {
    static let slots = 200
    static let readings = 20
    /// Metres, and so reference points.
    static let trackLength = 250
    /// Scans of one walk.
    private static let walkLength = 500

    let points: Int
    let scanCount: Int
    private var random = Xorshift()

    /// A survey of so many reference points, by so many scans.
    init(points: Int, scans: Int) { (self.points, scanCount) = (points, scans) }

    private static let floor = FloorID(high: 1, low: 1)

    static func slot(_ number: Int) -> SlotID { SlotID(high: 2, low: UInt64(number)) }
    static func assignment(_ number: Int) -> AssignmentID { AssignmentID(high: 3, low: UInt64(number)) }
    private static func track(_ number: Int) -> TrackID { TrackID(high: 4, low: UInt64(number)) }
    private static func walk(_ number: Int) -> WalkID { WalkID(high: 5, low: UInt64(number)) }

    /// What hangs in a slot, and what replaces it.
    static func identity(_ number: Int) -> BeaconIdentity {
        let uuid = ProximityUUID(high: 0xF782_6DA6_4FA2_4E98, low: 0x8024_BC5B_71E0_893E)
        return BeaconIdentity(.iBeacon(uuid: uuid, major: UInt16(number / 50), minor: UInt16(number)))
    }

    /// The venue: everything but the scans.
    func structure(of project: ProjectID) -> [SurveyEvent] {
        var events: [SurveyEvent] = [
            .projectCreated(ProjectCreated(project: project, name: "Bench \(project.description.prefix(8))")),
            .floorAdded(FloorAdded(floor: Self.floor, name: "Hall", ordinal: 0)),
        ]
        for number in 0..<Self.slots {
            let place = Point(x: Double(number % 20) * 13, y: Double(number / 20) * 4)
            events.append(
                .slotCreated(
                    SlotCreated(
                        slot: Self.slot(number),
                        label: "S\(number)",
                        floor: Self.floor,
                        position: MountPosition(point: place)
                    )
                )
            )
            events.append(
                .beaconRegistered(
                    BeaconRegistered(
                        assignment: Self.assignment(number),
                        slot: Self.slot(number),
                        identity: Self.identity(number),
                        effectiveAge: .sinceStart
                    )
                )
            )
        }
        for number in 0...(points - 1) / Self.trackLength {
            let ends = [0, Double(Self.trackLength)].map { Point(x: $0, y: Double(number)) }
            let drawn = TrackDrawn(track: Self.track(number), floor: Self.floor, name: "T\(number)", points: ends)
            events.append(.trackDrawn(drawn))
        }
        for number in 0...scanCount / Self.walkLength {
            events.append(.walkStarted(WalkStarted(walk: Self.walk(number))))
        }
        return events
    }

    /// Some of the scans, in order.
    mutating func scans(_ range: Range<Int>) -> [SurveyEvent] {
        range.map { number in
            let cell = number % points
            let (track, along) = (cell / Self.trackLength, Double(cell % Self.trackLength) + 0.5)
            return .scanSampled(
                ScanSampled(
                    walk: Self.walk(number / Self.walkLength),
                    track: Self.track(track),
                    distanceAlong: along,
                    floor: Self.floor,
                    point: Point(x: along, y: Double(track)),
                    heading: number / points % 2 == 0 ? 90 : 270,
                    window: 1_000,
                    readings: random.choose(Self.readings, below: Self.slots).compactMap { slot in
                        RSSI(dBm: -40 - Int(random.below(55))).map {
                            Reading(identity: Self.identity(slot), rssi: $0, packets: 3)
                        }
                    }
                )
            )
        }
    }

    /// Scans without readings, whose events have about 200 bytes.
    static func smallScans(_ range: Range<Int>) -> [SurveyEvent] {
        range.map { number in
            .scanSampled(
                ScanSampled(
                    walk: walk(0),
                    floor: floor,
                    point: Point(x: Double(number % 250) + 0.5, y: Double(number / 250 % 40)),
                    window: 1_000,
                    readings: []
                )
            )
        }
    }
}
