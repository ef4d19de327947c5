import Survey

extension UJISet {
    /// The files of a venue, as bytes.
    public struct Files: Sendable {
        /// The beacons: `dep/lib.csv`.
        public let beacons: [UInt8]
        /// The eight-digit ids: `rss/lib_ids.csv`.
        public let ids: [UInt8]
        /// The places: `rss/lib_crd.csv`.
        public let places: [UInt8]
        /// The strengths: `rss/lib_rss.csv`.
        public let strengths: [UInt8]
        /// The times of receipt: `rss/lib_tms.csv`.
        public let times: [UInt8]

        public init(beacons: [UInt8], ids: [UInt8], places: [UInt8], strengths: [UInt8], times: [UInt8]) {
            self.beacons = beacons
            self.ids = ids
            self.places = places
            self.strengths = strengths
            self.times = times
        }
    }

    /// Reads one venue from the folder of the set, which holds `dep` and `rss`.
    ///
    /// - Throws: ``FileError`` and ``ImportError``.
    public init(folder: String, venue: Venue) throws {
        func read(_ file: String) throws -> [UInt8] { try FileContents.readCompressed("\(folder)/\(file).csv") }
        try self.init(
            Files(
                beacons: read("dep/\(venue.prefix)"),
                ids: read("rss/\(venue.prefix)_ids"),
                places: read("rss/\(venue.prefix)_crd"),
                strengths: read("rss/\(venue.prefix)_rss"),
                times: read("rss/\(venue.prefix)_tms")
            ),
            venue: venue,
            folder: folder
        )
    }

    /// Reads one venue from the bytes of its files; `folder` says where they came from.
    public init(_ files: Files, venue: Venue, folder: String) throws(ImportError) {
        self.venue = venue
        beacons = try Self.beacons(files.beacons, path: "\(folder)/dep/\(venue.prefix).csv")
        var tables: [[CommaSeparatedRow]] = []
        for (name, bytes) in [
            ("ids", files.ids), ("crd", files.places), ("rss", files.strengths), ("tms", files.times),
        ] {
            let path = "\(folder)/rss/\(venue.prefix)_\(name).csv"
            let table = try CommaSeparatedRow.rows(of: bytes, path: path)
            if let ids = tables.first, table.count != ids.count {
                let reason = "It has \(table.count) rows, the ids have \(ids.count)."
                throw .malformed(path: path, line: nil, reason: reason)
            }
            tables.append(table)
        }
        var scans: [Scan] = []
        scans.reserveCapacity(tables[0].count)
        for row in tables[0].indices {
            let coordinates = try tables[1][row].numbers(Double.self, count: 2)
            let strengths = try tables[2][row].numbers(Int.self, count: beacons.count)
            let times = try tables[3][row].numbers(Int64.self, count: beacons.count)
            scans.append(
                try Scan(
                    id: tables[0][row],
                    point: Point(x: coordinates[0], y: coordinates[1]),
                    strengths: strengths,
                    nanoseconds: times
                )
            )
        }
        self.scans = scans
    }

    private static func beacons(_ bytes: [UInt8], path: String) throws(ImportError) -> [Beacon] {
        var beacons: [Beacon] = []
        for row in try CommaSeparatedRow.rows(of: bytes, path: path).dropFirst() {
            guard row.fields.count == 3, let x = Double(row.fields[1]), let y = Double(row.fields[2]),
                (1...200).contains(row.fields[0].count)
            else { throw row.malformed("Expected id,x,y.") }
            beacons.append(Beacon(name: row.fields[0], point: Point(x: x, y: y)))
        }
        return beacons
    }
}

extension UJISet.Scan {
    /// Reads a scan from its eight-digit id, phone, power, campaign, three of point, two of sample, and its strengths.
    fileprivate init(
        id row: CommaSeparatedRow,
        point: Point,
        strengths: [Int],
        nanoseconds: [Int64]
    ) throws(ImportError) {
        let id = row.fields[0]
        let digits = id.compactMap(\.wholeNumberValue)
        let phones: [Int: UJISet.Phone] = [1: .a5, 2: .bq, 3: .s6]
        let powers = [1: -4, 2: -12, 3: -20]
        guard id.count == 8, digits.count == 8, let phone = phones[digits[0]], let power = powers[digits[1]] else {
            throw row.malformed("\"\(id)\" is no id of eight digits.")
        }
        self.phone = phone
        self.power = power
        campaign = digits[2]
        pointNumber = digits[3] * 100 + digits[4] * 10 + digits[5]
        sample = digits[6] * 10 + digits[7]
        self.point = point
        self.strengths = strengths.map { $0 == 100 ? nil : $0 }
        let last = nanoseconds.max() ?? 0
        time = last > 0 ? Timestamp(milliseconds: last / 1_000_000) : nil
    }
}
