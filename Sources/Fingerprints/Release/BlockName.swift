public import Survey

/// Which part of a release a block is.
public enum BlockName: Hashable, Sendable {
    /// Floors, tracks, connectors, slots, places.
    case geometry
    /// The fingerprints of one floor.
    case prints(FloorID)
    /// Which identity hangs in which slot now: all that a replacement changes.
    case assignments
    /// Regions, spots, scan policy, how beacons are told apart.
    case policy
}

extension BlockName: Comparable {
    /// The order of blocks in a manifest.
    public static func < (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.prints(let left), .prints(let right)): left < right
        default: left.rank < right.rank
        }
    }

    /// The first byte of the name's canonical form, and its place in the order.
    private var rank: UInt8 {
        switch self {
        case .geometry: 1
        case .prints: 2
        case .assignments: 3
        case .policy: 4
        }
    }

    /// The name in one canonical byte string: 17 bytes, the last 16 a floor's identifier or zero.
    public var bytes: [UInt8] {
        guard case .prints(let floor) = self else { return [rank] + [UInt8](repeating: 0, count: 16) }
        return [rank] + floor.bytes
    }
}

extension BlockName: CustomStringConvertible, LosslessStringConvertible {
    /// `geometry`, `prints/<floor>`, `assignments` or `policy`.
    public var description: String {
        switch self {
        case .geometry: "geometry"
        case .prints(let floor): "prints/\(floor)"
        case .assignments: "assignments"
        case .policy: "policy"
        }
    }

    public init?(_ text: String) {
        switch text {
        case "geometry": self = .geometry
        case "assignments": self = .assignments
        case "policy": self = .policy
        default:
            guard text.hasPrefix("prints/"), let floor = FloorID(String(text.dropFirst(7))) else { return nil }
            self = .prints(floor)
        }
    }
}
