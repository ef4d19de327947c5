import Survey

/// The UJI BLE database (Mendoza-Silva, Matey-Sanz, Torres-Sospedra, Huerta; Data 2019, 4(1), 12): a library and an
/// office.
public struct UJISet: Sendable {
    private let rows: [Row]

    /// One scan with what its identifier says.
    private struct Row {
        let scan: RecordedScan
        /// 1 A5, 2 Bq, 3 S6.
        let phone: Int
        /// 1 −4 dBm, 2 −12 dBm, 3 −20 dBm.
        let power: Int
        /// In the library 2 is the training walk, 3 the test walk.
        let campaign: Int
        let point: Int
    }

    private init(_ name: String, in folder: DataFolder) throws(RecordedSetError) {
        let strengths = try folder.text("uji-ble/rss/\(name)_rss.csv").split(separator: "\n")
        let places = try folder.text("uji-ble/rss/\(name)_crd.csv").split(separator: "\n")
        let identifiers = try folder.text("uji-ble/rss/\(name)_ids.csv").split(separator: "\n")
        guard strengths.count == places.count, places.count == identifiers.count else {
            throw .unexpected(file: "uji-ble/rss/\(name)_rss.csv")
        }
        var rows: [Row] = []
        for (index, line) in strengths.enumerated() {
            let place = places[index].split(separator: ",").compactMap { Double(Self.trimmed($0)) }
            guard place.count == 2, let id = Int(Self.trimmed(identifiers[index])) else {
                throw .unexpected(file: "uji-ble/rss/\(name)_ids.csv")
            }
            var heard: [String: Int] = [:]
            for (beacon, field) in line.split(separator: ",").enumerated() {
                guard let dBm = Int(Self.trimmed(field)) else {
                    throw .unexpected(file: "uji-ble/rss/\(name)_rss.csv")
                }
                if dBm != 100 { heard["B\(beacon + 1)"] = dBm }
            }
            rows.append(
                Row(
                    scan: RecordedScan(point: Point(x: place[0], y: place[1]), heard: heard),
                    phone: id / 10_000_000,
                    power: id / 1_000_000 % 10,
                    campaign: id / 100_000 % 10,
                    point: id / 100 % 1_000
                )
            )
        }
        self.rows = rows
    }

    /// Lines may end as on Windows.
    private static func trimmed(_ field: Substring) -> Substring {
        field.last == "\r" || field.last == " " ? field.dropLast() : field
    }

    /// The library: the training walk of one phone against the test walk of the same or another.
    public static func library(in folder: DataFolder) throws(RecordedSetError) -> [RecordedSplit] {
        let set = try UJISet("lib", in: folder)
        let phones = ["A5": 1, "Bq": 2, "S6": 3]
        return [("A5", "A5"), ("Bq", "Bq"), ("S6", "S6"), ("A5", "Bq"), ("A5", "S6")].map { survey, live in
            RecordedSplit(
                set: "uji-library",
                survey: survey,
                live: live,
                training: set.scans { $0.phone == phones[survey] && $0.campaign == 2 },
                tests: set.scans { $0.phone == phones[live] && $0.campaign == 3 && $0.scan.heard.count >= 3 },
                minimumSlots: 3
            )
        }
    }

    /// The office: surveyed at −12 dBm at the authors' 48 training points, located at the other 20.
    public static func office(in folder: DataFolder) throws(RecordedSetError) -> [RecordedSplit] {
        let set = try UJISet("geo", in: folder)
        return [("-12", 2), ("-20", 3), ("-4", 1)].map { live, power in
            RecordedSplit(
                set: "uji-office",
                survey: "-12",
                live: live,
                training: set.scans { $0.power == 2 && trainingPoints.contains($0.point) },
                tests: set.scans {
                    $0.power == power && !trainingPoints.contains($0.point) && $0.scan.heard.count >= 3
                },
                minimumSlots: 3
            )
        }
    }

    private func scans(where isWanted: (Row) -> Bool) -> [RecordedScan] {
        rows.lazy.filter(isWanted).map(\.scan)
    }

    private static let trainingPoints: Set<Int> = Set(
        Array(1...5) + [9, 10, 14, 15, 19, 20, 24, 25] + Array(29...40) + [44, 45, 49, 50, 54, 55, 59, 60]
            + Array(64...68) + [7, 12, 17, 22, 27, 42, 47, 52, 57, 62]
    )
}
