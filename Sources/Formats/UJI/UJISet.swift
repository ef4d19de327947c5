public import Survey

/// The UJI BLE RSS database: one of its two venues, as its files have it.
///
/// Mendoza-Silva, Matey-Sanz, Torres-Sospedra and Huerta, "BLE RSS Measurements Dataset for Research on Accurate Indoor
/// Positioning", Data 4(1), 12, 2019. Coordinates are the authors' own, in metres.
public struct UJISet: Sendable {
    public let venue: Venue
    public let beacons: [Beacon]
    /// In the order of the file, also those in which nothing was heard.
    public let scans: [Scan]

    /// Which of the two venues.
    public enum Venue: String, Hashable, Sendable, CaseIterable {
        case library
        case office

        /// What the files of the venue start with.
        var prefix: String { self == .library ? "lib" : "geo" }
    }

    /// A beacon, by the name and at the place that its authors gave it.
    public struct Beacon: Hashable, Sendable {
        public let name: String
        public let point: Point

        /// What readings of the set call it.
        public var identity: BeaconIdentity { BeaconIdentity(.name(name)) }
    }

    /// The phones that heard.
    public enum Phone: String, Hashable, Sendable, CaseIterable {
        case a5 = "A5"
        case bq = "Bq"
        case s6 = "S6"
    }

    /// What a phone heard at a point within some tenths of a second.
    public struct Scan: Hashable, Sendable {
        public let phone: Phone
        /// The beacons' transmit power in dBm: −4, −12 or −20.
        public let power: Int
        public let campaign: Int
        /// The authors' number of the point; in the office each point has two, one per direction.
        public let pointNumber: Int
        public let sample: Int
        public let point: Point
        /// The phone's boot clock when the last advertisement came; nil where none did.
        public let time: Timestamp?
        /// dBm in the order of ``UJISet/beacons``; nil where not heard.
        public let strengths: [Int?]

        /// How many beacons were heard.
        public var heard: Int { strengths.count { $0 != nil } }
    }

    /// Whether the authors, or the benchmarks that use their set, keep a scan for testing.
    ///
    /// In the library campaign 3 is the test walk; in the office it is the points outside ``officeTrainingPoints``.
    public func isTest(_ scan: Scan) -> Bool {
        venue == .library ? scan.campaign == 3 : !Self.officeTrainingPoints.contains(scan.pointNumber)
    }

    /// The authors' 48 training points of the office.
    public static let officeTrainingPoints: Set<Int> = Set([1...5, 29...40, 64...68].joined()).union([
        7, 9, 10, 12, 14, 15, 17, 19, 20, 22, 24, 25, 27, 42, 44, 45, 47, 49, 50, 52, 54, 55, 57, 59, 60, 62,
    ])

    /// A scan's readings, in the order of the beacons.
    public func readings(of scan: Scan) -> [Reading] {
        zip(beacons, scan.strengths).compactMap { beacon, strength in
            strength.flatMap { RSSI(dBm: $0) }.map { Reading(identity: beacon.identity, rssi: $0) }
        }
    }
}
