import Formats
public import Survey

/// A scan that somebody recorded at a known place.
public struct RecordedScan: Hashable, Sendable {
    /// In metres.
    public let point: Point
    /// Strength in dBm per beacon name, not heard left out.
    public let heard: [String: Int]
    /// The set's number of the floor.
    public let floor: Int
    /// Which of the set's walks the scan belongs to.
    public let walk: Int
    /// Seconds on the walk's clock; nil where scans do not follow one another.
    public let time: Double?

    public init(point: Point, heard: [String: Int], floor: Int = 0, walk: Int = 0, time: Double? = nil) {
        self.point = point
        self.heard = heard
        self.floor = floor
        self.walk = walk
        self.time = time
    }

    /// A scan by the names of what it heard; of two readings of one name the later counts.
    init(point: Point, readings: [Reading]) {
        self.init(
            point: point,
            heard: Dictionary(readings.map { ($0.identity.description, $0.rssi.dBm) }) { _, last in last }
        )
    }

    /// A scan line whose place is known; nil where it is not.
    init?(_ line: ScanLine) {
        guard let point = line.point else { return nil }
        self.init(point: point, readings: line.readings)
    }

    /// The readings as a device has them, sorted by name.
    public var readings: [Reading] {
        heard.sorted { $0.key < $1.key }.compactMap { name, dBm in
            RSSI(dBm: dBm).map { Reading(identity: BeaconIdentity(.name(name)), rssi: $0) }
        }
    }
}
