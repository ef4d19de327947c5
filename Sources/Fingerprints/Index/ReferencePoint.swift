public import Survey

/// Where a fingerprint was taken: a cell of about 1 m along a track, or a place somebody stood at.
public enum ReferencePointKey: Hashable, Sendable {
    /// Whole metres along a track: from `cell` to `cell + 1`.
    case cell(FloorID, TrackID, Int32)
    /// A place that walks without a track scanned at least ``standingScans`` times: points with equal coordinates are
    /// one reference point.
    case place(FloorID, MillimetrePoint)
    /// A square of 1 m that walks without a track passed through; column and row from the floor's origin.
    case tile(FloorID, Int32, Int32)

    /// As many scans at one place mean that somebody stood there.
    public static let standingScans = 3

    public var floor: FloorID {
        switch self {
        case .cell(let floor, _, _), .place(let floor, _), .tile(let floor, _, _): floor
        }
    }

    /// 41 bytes, of which unused ones are zero; their order is the order of keys.
    public var bytes: [UInt8] {
        var bytes = floor.bytes
        switch self {
        case .cell(_, let track, let cell):
            bytes.append(0)
            bytes += track.bytes
            bytes.append(bigEndian: cell)
            bytes.append(bigEndian: Int32(0))
        case .place(_, let place):
            bytes.append(1)
            bytes += [UInt8](repeating: 0, count: 16)
            bytes.append(bigEndian: place.x)
            bytes.append(bigEndian: place.y)
        case .tile(_, let column, let row):
            bytes.append(2)
            bytes += [UInt8](repeating: 0, count: 16)
            bytes.append(bigEndian: column)
            bytes.append(bigEndian: row)
        }
        return bytes
    }
}

extension ReferencePointKey: Comparable {
    public static func < (left: Self, right: Self) -> Bool {
        if left.floor != right.floor { return left.floor < right.floor }
        return switch (left, right) {
        case (.cell(_, let leftTrack, let leftCell), .cell(_, let rightTrack, let rightCell)):
            (leftTrack, leftCell) < (rightTrack, rightCell)
        case (.place(_, let left), .place(_, let right)): left < right
        case (.tile(_, let leftColumn, let leftRow), .tile(_, let rightColumn, let rightRow)):
            (leftColumn, leftRow) < (rightColumn, rightRow)
        default: left.rank < right.rank
        }
    }

    private var rank: Int {
        switch self {
        case .cell: 0
        case .place: 1
        case .tile: 2
        }
    }
}

/// A reference point of the index: how often it was scanned, and where its tallies are.
public struct ReferencePoint: Hashable, Sendable {
    public let key: ReferencePointKey
    /// The mean of the places of its scans.
    public let place: MillimetrePoint
    /// Scans per heading: one number per ``HeadingQuarter`` and a fifth for an unknown heading.
    public let scans: [UInt32]
    /// Which of ``FingerprintIndex/entries`` are the point's: sorted by heading, then by span.
    public let entries: Range<Int>

    public init(key: ReferencePointKey, place: MillimetrePoint, scans: [UInt32], entries: Range<Int>) {
        self.key = key
        self.place = place
        self.scans = scans
        self.entries = entries
    }

    /// Scans towards every heading.
    public var scanCount: UInt32 { scans.reduce(0, +) }
}
