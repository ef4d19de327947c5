public import Survey

/// Anyplace's radio map of a floor: a row of means per place and heading, a column per address.
///
/// What is lost: how often and how widely a beacon was heard, the history of its slot, and everything that the means
/// were made of. So a radio map is read back as a table, not as a survey.
public struct AnyplaceRadioMap: Hashable, Sendable {
    /// What stands for a beacon that was not heard.
    public static let missing = -110.0

    public let addresses: [MACAddress]
    public let rows: [Row]

    /// One place towards one heading.
    public struct Row: Hashable, Sendable {
        /// Degrees.
        public let latitude: Double
        /// Degrees.
        public let longitude: Double
        /// Degrees.
        public let heading: Double
        /// dBm in the order of the addresses.
        public let levels: [Double]

        public init(latitude: Double, longitude: Double, heading: Double, levels: [Double]) {
            self.latitude = latitude
            self.longitude = longitude
            self.heading = heading
            self.levels = levels
        }
    }

    public init(addresses: [MACAddress], rows: [Row]) {
        self.addresses = addresses
        self.rows = rows
    }

    /// The file, with commas and spaces as Anyplace's reader wants them.
    public var text: String {
        var text = "# NaN \(Int(Self.missing))\n"
        let names = addresses.map { $0.description.lowercased() }
        text += "# " + (["X", "Y", "HEADING"] + names).joined(separator: ", ") + "\n"
        for row in rows {
            let fields = [row.latitude, row.longitude, row.heading] + row.levels
            text += fields.map { "\($0)" }.joined(separator: ", ") + "\n"
        }
        return text
    }

    /// Reads a file; every row must have as many levels as there are addresses.
    public init(_ bytes: [UInt8], path: String) throws(ImportError) {
        var addresses: [MACAddress]?
        var rows: [Row] = []
        for row in try CommaSeparatedRow.rows(of: bytes, path: path) {
            if row.fields[0].hasPrefix("# NaN") { continue }
            if row.fields[0].hasPrefix("#") {
                var found: [MACAddress] = []
                for field in row.fields.dropFirst(3) {
                    guard let address = MACAddress(field.filter { $0 != " " }) else {
                        throw row.malformed("\"\(field.prefix(40))\" is no address.")
                    }
                    found.append(address)
                }
                addresses = found
                continue
            }
            guard let addresses else { throw row.malformed("The head with the addresses is missing.") }
            guard row.fields.count == addresses.count + 3 else {
                throw row.malformed("It has \(row.fields.count) fields instead of \(addresses.count + 3).")
            }
            var numbers: [Double] = []
            for field in row.fields { numbers.append(try row.finite(field)) }
            rows.append(
                Row(latitude: numbers[0], longitude: numbers[1], heading: numbers[2], levels: Array(numbers[3...]))
            )
        }
        self.init(addresses: addresses ?? [], rows: rows)
    }
}
