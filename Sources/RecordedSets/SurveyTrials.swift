import Formats
import Survey

/// The recorded sets that are read as one survey with tests, each on the split that their README states.
public enum SurveyTrials {
    /// The flat: cells of half a metre, the robot's test run.
    ///
    /// - Throws: `FileError` and `ImportError`.
    public static func flat(in folder: DataFolder) throws -> RecordedSplit {
        let survey = try FlatSet.read(folder: folder.path(of: "flat-ble-calib2021"))
        return RecordedSplit(survey, set: "flat", named: ("calibration", "robot"), cell: 0.5, isMoving: true)
    }

    /// NavCog's corridor: the first half of the scans of each point against the second; its unit of length is unknown.
    ///
    /// - Throws: `FileError` and `ImportError`.
    public static func navcog(in folder: DataFolder) throws -> RecordedSplit {
        let survey = try NavCogSet.read(folder: folder.path(of: "navcog-logreplay"))
        return RecordedSplit(survey, set: "navcog", named: ("first-half", "second-half"), usesMounts: false)
    }

    /// The Tetam room: the points of 2019 against the nine walks of 2020.
    ///
    /// - Throws: `FileError` and `ImportError`.
    public static func tetam(in folder: DataFolder) throws -> RecordedSplit {
        let survey = try TetamSet.read(folder: folder.path(of: "tetam-ble"))
        return RecordedSplit(survey, set: "tetam", named: ("2019-09", "2020-02"), isMoving: true)
    }

    /// The test hall: every third frame of walk 1 against walk 2; floors are inside and outside.
    ///
    /// - Throws: `FileError` and `ImportError`.
    public static func sal(in folder: DataFolder) throws -> RecordedSplit {
        var survey = try SALSet.read(folder: folder.path(of: "sal-ble-testbed"))
        survey.scans = survey.scans.enumerated().filter { $0.offset.isMultiple(of: 3) }.map(\.element)
        return RecordedSplit(survey, set: "sal", named: ("walk-1", "walk-2"), isMoving: true, usesMounts: false)
    }

    /// The mall: every fourth trace against the others, cells of 2 m, beacons told apart by address.
    ///
    /// - Throws: `FileError` and `ImportError`.
    public static func mall(in folder: DataFolder) throws -> RecordedSplit {
        let survey = try MSSet.read(folder: folder.path(of: "ms-indoor-location-20/site2"))
        return RecordedSplit(survey, set: "ms-site2", named: ("three-traces", "fourth-trace"), cell: 2, isMoving: true)
    }
}

extension RecordedSplit {
    /// Divides a survey as it was read.
    ///
    /// Surveyed places are rounded to multiples of `cell` metres, where it is given; `isMoving` says that the tests are
    /// walks, whose scans follow one another.
    fileprivate init(
        _ recorded: RecordedSurvey,
        set: String,
        named: (survey: String, live: String),
        cell: Double? = nil,
        isMoving: Bool = false,
        usesMounts: Bool = true
    ) {
        let policy = recorded.identityPolicy ?? .frame
        func name(_ identity: BeaconIdentity) -> String? { identity.key(under: policy)?.description }
        let known = Set(recorded.beacons.compactMap { name($0.identity) })
        let floors = Dictionary(uniqueKeysWithValues: recorded.floors.enumerated().map { ($1.name, $0) })
        var walks: [String: Int] = [:]
        func scan(_ line: ScanLine, rounded cell: Double?) -> RecordedScan? {
            guard let point = line.point else { return nil }
            let walk = walks[line.walk ?? ""] ?? walks.count
            walks[line.walk ?? ""] = walk
            var heard: [String: Int] = [:]
            for reading in line.readings {
                guard let name = name(reading.identity), known.contains(name) else { continue }
                heard[name] = max(heard[name] ?? .min, reading.rssi.dBm)
            }
            func round(_ metres: Double) -> Double { cell.map { (metres / $0).rounded() * $0 } ?? metres }
            return RecordedScan(
                point: Point(x: round(point.x), y: round(point.y)),
                heard: heard,
                floor: line.floor.flatMap { floors[$0] } ?? 0,
                walk: walk,
                time: isMoving ? Double(line.time.milliseconds) / 1_000 : nil
            )
        }
        var mounts: [String: Mount] = [:]
        for beacon in recorded.beacons where usesMounts {
            guard let name = name(beacon.identity), let place = beacon.position else { continue }
            mounts[name] = Mount(floor: beacon.floor.flatMap { floors[$0] } ?? 0, point: place.point)
        }
        self.init(
            set: set,
            survey: named.survey,
            live: named.live,
            training: recorded.scans.compactMap { scan($0, rounded: cell) },
            tests: recorded.tests.compactMap { scan($0, rounded: nil) },
            minimumSlots: 1,
            mounts: mounts
        )
    }
}
