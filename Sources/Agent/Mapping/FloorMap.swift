public import Survey
public import Venue

/// A floor as a picture: its plan, tracks, what was surveyed along them, and what hangs where.
///
/// One unit of the drawing is a metre of the floor's frame; y goes down, as in the plan.
public struct FloorMap: Sendable {
    public let floor: Floor
    public let tracks: [TrackCoverage]
    public let slots: [MappedSlot]
    /// The plan's bytes, a PNG; nil where there is none, or it is not here yet.
    public let plan: [UInt8]?

    /// A track, and which of its metres were surveyed.
    public struct TrackCoverage: Sendable {
        public let track: Track
        /// For each metre of the track from its start: whether a sample that counts lies in it.
        public let metres: [Bool]

        /// 0…1.
        public var share: Double {
            metres.isEmpty ? 0 : Double(metres.filter(\.self).count) / Double(metres.count)
        }
    }

    /// A coloured point with a title.
    public struct Mark: Hashable, Sendable {
        public let point: Point
        /// As SVG names colours.
        public let colour: String
        public let title: String

        public init(point: Point, colour: String, title: String) {
            self.point = point
            self.colour = colour
            self.title = title
        }
    }

    /// A slot, and whether something hangs in it.
    public struct MappedSlot: Hashable, Sendable {
        public let label: String
        public let point: Point
        public let identity: BeaconIdentity?
    }
}

/// Which metres of which tracks were surveyed, counted from scans as they are read, one at a time.
public struct CoverageTally: Sendable {
    private let venue: Venue
    private var metres: [TrackID: [Bool]] = [:]

    public init(venue: Venue) { self.venue = venue }

    /// Counts a scan, unless its walk was abandoned or its track erased.
    public mutating func add(_ scan: ScanSampled) {
        guard let id = scan.track, let along = scan.distanceAlong, along >= 0, venue.counts(scan.walk),
            let track = venue.tracks[id], !track.isErased
        else { return }
        var row = metres[id] ?? Self.empty(track)
        guard !row.isEmpty else { return }
        row[min(Int(along), row.count - 1)] = true
        metres[id] = row
    }

    /// What was surveyed of a track.
    public func coverage(of track: Track) -> FloorMap.TrackCoverage {
        FloorMap.TrackCoverage(track: track, metres: metres[track.id] ?? Self.empty(track))
    }

    private static func empty(_ track: Track) -> [Bool] {
        [Bool](repeating: false, count: max(1, Int(track.length.rounded(.up))))
    }
}
