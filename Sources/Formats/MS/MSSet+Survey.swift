import Survey

extension MSSet: RecordedSet {
    public static let name = "ms"
    public static let title = "the site of the MS Indoor Location Competition"
    public static let explanation = """
        DIR is a site of github.com/location-competition/indoor-location-competition-20, with a folder per floor. A trace \
        becomes a walk. An address becomes a beacon when it was heard in two walks at least an hour apart, since random \
        addresses change sooner. Every fourth trace is kept for tests.
        """

    /// Reads a site and makes its survey.
    public static func read(folder: String) throws -> RecordedSurvey { try MSSet(folder: folder).survey() }

    /// Milliseconds that are one scan.
    public static let window: Int64 = 2_000

    /// The survey of the traces; every fourth by floor and id is kept for tests.
    public func survey() -> RecordedSurvey {
        var (training, tests): ([ScanLine], [ScanLine]) = ([], [])
        var (number, outside, others, empty, silent) = (0, 0, 0, 0, 0)
        var registrar = IdentityRegistrar(policy: .address)
        for floor in floors {
            for trace in floor.traces {
                number += 1
                let scans = scans(of: trace, on: floor)
                outside += scans.outside
                empty += scans.empty
                others += trace.otherLines
                if scans.lines.isEmpty { silent += 1 }
                if number.isMultiple(of: 4) { tests += scans.lines } else { training += scans.lines }
                for advert in trace.adverts { registrar.hear(advert.identity, at: advert.time, in: trace.id) }
            }
        }
        let registered = registrar.registered(by: .recurring)
        return RecordedSurvey(
            name: "ms",
            floors: floors.map {
                RecordedFloor(name: $0.name, ordinal: RecordedFloor.ordinal(ofName: $0.name) ?? 0, plan: $0.plan)
            },
            beacons: registered.map { RecordedBeacon(label: $0.address?.description ?? "\($0)", identity: $0) },
            scans: training,
            tests: tests,
            identityPolicy: .address,
            window: UInt32(Self.window),
            notes: [
                "\(registered.count) addresses were heard in two walks at least an hour apart and become beacons; "
                    + "\(registrar.count - registered.count) others are strays.",
                "\(silent) of \(number) traces heard nothing between their waypoints and become no walk.",
                "\(empty) windows in which nothing was heard are left out.",
                "\(outside) advertisements before the first or after the last waypoint have no place and are left out.",
                others == 0 ? nil : "\(others) lines of other sensors are left out.",
            ].compactMap { $0 }
        )
    }

    /// The scans of a trace: windows of two seconds from the first waypoint to the last, each at the place of its middle.
    public func scans(of trace: MSTrace, on floor: Floor) -> (lines: [ScanLine], outside: Int, empty: Int) {
        guard let first = trace.waypoints.first?.time.milliseconds,
            let last = trace.waypoints.last?.time.milliseconds
        else { return ([], trace.adverts.count, 0) }
        var windows: [Int64: WindowTally] = [:]
        var outside = 0
        for advert in trace.adverts {
            let time = advert.time.milliseconds
            if time < first || time > last {
                outside += 1
            } else {
                windows[(time - first) / Self.window, default: WindowTally()].add(advert.identity, dBm: advert.rssi.dBm)
            }
        }
        let lines = windows.sorted { $0.key < $1.key }.compactMap { number, window -> ScanLine? in
            let middle = min(first + number * Self.window + Self.window / 2, last)
            guard let place = trace.place(at: Timestamp(milliseconds: middle)).map(floor.point), place.isPlausible
            else {
                return nil
            }
            return ScanLine(
                time: Timestamp(milliseconds: first + (number + 1) * Self.window),
                floor: floor.name,
                point: place,
                walk: trace.id,
                receiver: trace.receiver,
                readings: window.readings
            )
        }
        return (lines, outside, Int(clamping: (last - first) / Self.window + 1) - windows.count)
    }
}
