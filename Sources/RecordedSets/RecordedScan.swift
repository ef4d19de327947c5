import Formats
public import Survey

/// A scan that somebody recorded at a known place.
public struct RecordedScan: Hashable, Sendable {
    /// In metres.
    public let point: Point
    /// Strength in dBm per beacon name, not heard left out.
    public let heard: [String: Int]

    public init(point: Point, heard: [String: Int]) {
        self.point = point
        self.heard = heard
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

/// A recorded set divided into what surveyors walked and what visitors heard.
public struct RecordedSplit: Hashable, Sendable {
    /// `uji-library`, `uji-office` or `hulop`.
    public let set: String
    /// What surveyed: a phone, a transmit power, a part.
    public let survey: String
    /// What is located.
    public let live: String
    public let training: [RecordedScan]
    public let tests: [RecordedScan]
    /// How many known beacons a test scan must hold to be located.
    public let minimumSlots: Int

    public init(
        set: String,
        survey: String,
        live: String,
        training: [RecordedScan],
        tests: [RecordedScan],
        minimumSlots: Int
    ) {
        self.set = set
        self.survey = survey
        self.live = live
        self.training = training
        self.tests = tests
        self.minimumSlots = minimumSlots
    }
}
