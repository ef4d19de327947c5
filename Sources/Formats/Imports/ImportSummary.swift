public import JSON
public import Survey

/// How many of each thing an import makes.
public struct ImportSummary: Hashable, Sendable {
    public private(set) var floors = 0
    public private(set) var plans = 0
    public private(set) var tracks = 0
    public private(set) var slots = 0
    public private(set) var beacons = 0
    public private(set) var places = 0
    public private(set) var walks = 0
    public private(set) var scans = 0
    public private(set) var readings = 0
    public private(set) var events = 0

    /// Counts events.
    public init(counting events: some Sequence<SurveyEvent>) {
        for event in events {
            self.events += 1
            switch event {
            case .floorAdded: floors += 1
            case .floorPlanAttached: plans += 1
            case .trackDrawn: tracks += 1
            case .slotCreated: slots += 1
            case .beaconRegistered: beacons += 1
            case .placeAdded: places += 1
            case .walkStarted: walks += 1
            case .scanSampled(let scan):
                scans += 1
                readings += scan.readings.count
            default: break
            }
        }
    }

    /// The counts with their names, in the order of a venue's making.
    public var counts: [(name: String, count: Int)] {
        [
            ("floors", floors), ("plans", plans), ("tracks", tracks), ("slots", slots), ("beacons", beacons),
            ("places", places), ("walks", walks), ("scans", scans), ("readings", readings), ("events", events),
        ]
    }

    /// An object with a number for each name.
    public var json: JSONValue {
        .object(Dictionary(uniqueKeysWithValues: counts.map { ($0.name, .integer(Int64($0.count))) }))
    }
}
