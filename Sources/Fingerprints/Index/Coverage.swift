public import Survey
public import Venue

/// How much of the tracks was walked.
public struct Coverage: Hashable, Sendable {
    /// Sorted by track.
    public let tracks: [TrackCoverage]

    /// How much of one track was walked, in cells of 1 m.
    public struct TrackCoverage: Hashable, Sendable {
        public let track: TrackID
        public let floor: FloorID
        public let covered: Int
        /// At least 1.
        public let cells: Int

        /// 0…1.
        public var share: Double { Double(covered) / Double(cells) }
    }

    /// A track as coverage counts it.
    public struct Extent: Hashable, Sendable {
        public let track: TrackID
        public let floor: FloorID
        /// Metres.
        public let length: Double

        public init(track: TrackID, floor: FloorID, length: Double) {
            self.track = track
            self.floor = floor
            self.length = length
        }
    }

    /// Counts the cells of some tracks in which at least one scan counts.
    public init(of extents: [Extent], in index: FingerprintIndex) {
        var cells: [TrackID: [Int32]] = [:]
        for point in index.points {
            if case .cell(_, let track, let cell) = point.key { cells[track, default: []].append(cell) }
        }
        tracks = extents.sorted { $0.track < $1.track }.map { extent in
            let count = max(1, Int(extent.length.rounded(.up)))
            let covered = (cells[extent.track] ?? []).count { $0 < count }
            return TrackCoverage(track: extent.track, floor: extent.floor, covered: covered, cells: count)
        }
    }

    /// Counts the cells of a venue's tracks, erased ones left out.
    public init(of venue: Venue, in index: FingerprintIndex) {
        let tracks = venue.tracks.values.filter { !$0.isErased && venue.floors[$0.floor]?.isRemoved == false }
        self.init(
            of: tracks.map { Extent(track: $0.id, floor: $0.floor, length: $0.length) },
            in: index
        )
    }

    /// The share of a floor's cells that was walked; nil for a floor without tracks.
    public func share(of floor: FloorID) -> Double? { Self.share(of: tracks.filter { $0.floor == floor }) }

    /// The share of all cells that was walked; nil for a project without tracks.
    public var share: Double? { Self.share(of: tracks) }

    /// Whether every track was walked from end to end: only then a project counts as surveyed.
    public var isComplete: Bool { !tracks.isEmpty && tracks.allSatisfy { $0.covered == $0.cells } }

    private static func share(of tracks: [TrackCoverage]) -> Double? {
        guard !tracks.isEmpty else { return nil }
        return Double(tracks.reduce(0) { $0 + $1.covered }) / Double(tracks.reduce(0) { $0 + $1.cells })
    }
}
