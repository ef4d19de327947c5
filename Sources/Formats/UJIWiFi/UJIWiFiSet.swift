import Survey

/// The UJI library's Wi-Fi, surveyed at the same points month after month (Mendoza-Silva et al., Data 3, 3, 2018).
///
/// Access points have no names in the set: column n becomes `AP n`. The set's files give no times: scans are dated a
/// second apart.
public enum UJIWiFiSet: RecordedSet {
    public static let name = "uji-wifi"
    public static let title = "the UJI long-term Wi-Fi set"
    public static let explanation = """
        DIR is the folder db of the UJI long-term Wi-Fi set (Zenodo 1066041), with a folder per month. The training rows of \
        the first month become the survey; the test rows of all months that are there are kept for tests.
        """

    /// Reads every month of the folder, such as `01/trn01rss.csv` and `01/tst01rss.csv`, compressed or not.
    public static func read(folder: String) throws -> RecordedSurvey {
        let months = try FileContents.names(in: folder).filter { $0.count == 2 && UInt8($0) != nil }
        guard let first = months.first else {
            throw ImportError.malformed(path: folder, line: nil, reason: "It holds no folder of a month such as 01.")
        }
        let scans = try fingerprints(in: "\(folder)/\(first)", named: "trn01", walk: "month \(first) training 01")
        var tests: [ScanLine] = []
        for month in months {
            let names = try FileContents.names(in: "\(folder)/\(month)").filter {
                $0.hasPrefix("tst") && $0.contains("rss.csv")
            }
            for name in names {
                let campaign = String(name.prefix(5))
                let walk = "month \(month) test \(campaign.suffix(2))"
                tests += try fingerprints(in: "\(folder)/\(month)", named: campaign, walk: walk)
            }
        }
        let heard = Set(scans.flatMap { $0.readings.map(\.identity) })
        let names = heard.map(\.description).sorted { ($0.count, $0) < ($1.count, $1) }
        return RecordedSurvey(
            name: name,
            floors: Set(scans.compactMap(\.floor)).sorted().map { RecordedFloor(name: $0, ordinal: Int32($0) ?? 0) },
            beacons: names.compactMap { name in
                BeaconIdentity(name).map { RecordedBeacon(label: String(name.dropFirst(5)), identity: $0) }
            },
            scans: scans,
            tests: tests,
            notes: ["The training rows of later months are left out."]
        )
    }

    private static func fingerprints(in folder: String, named name: String, walk: String) throws -> [ScanLine] {
        let (strengths, places) = ("\(folder)/\(name)rss.csv", "\(folder)/\(name)crd.csv")
        return try scans(
            strengths: FileContents.readCompressed(strengths),
            path: strengths,
            places: FileContents.readCompressed(places),
            path: places,
            walk: walk
        )
    }

    /// Reads scans: a row of dBm per access point, 100 for "not heard", beside a row of `x,y,floor`.
    public static func scans(
        strengths: [UInt8],
        path strengthsPath: String,
        places: [UInt8],
        path placesPath: String,
        walk: String
    ) throws(ImportError) -> [ScanLine] {
        let rows = try CommaSeparatedRow.rows(of: strengths, path: strengthsPath)
        let placeRows = try CommaSeparatedRow.rows(of: places, path: placesPath)
        guard rows.count == placeRows.count else {
            let reason = "It has \(placeRows.count) rows, the strengths have \(rows.count)."
            throw .malformed(path: placesPath, line: nil, reason: reason)
        }
        var lines: [ScanLine] = []
        lines.reserveCapacity(rows.count)
        for (row, place) in zip(rows, placeRows) {
            guard place.fields.count == 3 else { throw place.malformed("Expected x,y,floor.") }
            var readings: [Reading] = []
            for (index, field) in row.fields.enumerated() {
                guard let rssi = try row.strength(field, missing: 100) else { continue }
                readings.append(Reading(identity: BeaconIdentity(.name("AP \(index + 1)")), rssi: rssi))
            }
            guard readings.count <= ScanSampled.maximumReadings else {
                throw row.malformed("A scan has at most \(ScanSampled.maximumReadings) readings.")
            }
            let floor: Double = try place.finite(place.fields[2])
            lines.append(
                ScanLine(
                    time: Timestamp(milliseconds: Int64(lines.count + 1) * 1_000),
                    floor: floor == floor.rounded() ? "\(Int(floor))" : "\(floor)",
                    point: Point(x: try place.finite(place.fields[0]), y: try place.finite(place.fields[1])),
                    walk: walk,
                    readings: readings
                )
            )
        }
        return lines
    }
}
