public import Survey

/// Where a device is, as well as a scan can tell.
public struct Fix: Hashable, Sendable {
    public let floor: FloorID
    /// In metres, in the floor's frame.
    public let point: Point
    /// Metres within which the true place lies in 68 of 100 cases.
    public let accuracy: Double
    /// How many known slots the scan heard.
    public let slots: Int

    public init(floor: FloorID, point: Point, accuracy: Double, slots: Int) {
        self.floor = floor
        self.point = point
        self.accuracy = accuracy
        self.slots = slots
    }
}

/// Why a scan gives no place.
public enum NoFix: Error, Hashable, Sendable, CustomStringConvertible {
    /// The release holds no fingerprints.
    case noPrints
    /// Fewer known beacons were heard than a place takes.
    case tooFewBeacons(heard: Int, needed: Int)
    /// Known beacons were heard, but no print holds enough of them.
    case nothingAlike

    public var description: String {
        switch self {
        case .noPrints: "The release in use holds no fingerprints."
        case .tooFewBeacons(let heard, let needed):
            "The scan holds \(heard) known beacons; a place takes at least \(needed)."
        case .nothingAlike: "The beacons that were heard were never heard together during the survey."
        }
    }
}
