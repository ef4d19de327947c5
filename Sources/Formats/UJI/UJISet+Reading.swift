import Survey

extension UJISet {
    /// Reads one venue from the folder of the set, which holds `dep` and `rss`.
    ///
    /// - Throws: ``FileError`` and ``ImportError``.
    public init(folder: String, venue: Venue) throws {
        self.venue = venue
        beacons = try Self.beacons("\(folder)/dep/\(venue.prefix).csv")
        let files = ["ids", "crd", "rss", "tms"].map { "\(folder)/rss/\(venue.prefix)_\($0).csv" }
        let tables = try files.map(CommaSeparatedRow.rows(of:))
        for (file, table) in zip(files, tables) where table.count != tables[0].count {
            let reason = "It has \(table.count) rows, the ids have \(tables[0].count)."
            throw ImportError.malformed(path: file, line: nil, reason: reason)
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

    private static func beacons(_ path: String) throws -> [Beacon] {
        try CommaSeparatedRow.rows(of: path).dropFirst().map { row in
            guard row.fields.count == 3, let x = Double(row.fields[1]), let y = Double(row.fields[2]) else {
                throw row.malformed("Expected id,x,y.")
            }
            return Beacon(name: String(row.fields[0]), point: Point(x: x, y: y))
        }
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
