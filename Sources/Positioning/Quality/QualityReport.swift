public import Fingerprints
public import Survey

/// What a survey is worth: coverage, slots heard and expected error, for each floor, track and point, with advice.
public struct QualityReport: Sendable {
    /// What the release would advise; nil where the survey is too small to tell.
    public let choice: MatchingChoice?
    /// Sorted by floor.
    public let floors: [FloorQuality]
    /// Sorted by track.
    public let tracks: [TrackQuality]
    /// In the order of the index.
    public let points: [PointQuality]

    /// A floor, and what its points are worth together.
    public struct FloorQuality: Sendable {
        public let floor: FloorID
        /// The share of the cells of its tracks that was walked; nil without tracks.
        public let coverage: Double?
        public let summary: QualitySummary
    }

    /// A track, and what its points are worth together.
    public struct TrackQuality: Sendable {
        public let track: TrackID
        public let floor: FloorID
        /// The share of its cells that was walked.
        public let coverage: Double
        public let summary: QualitySummary
    }

    /// A reference point: how many slots it hears, and how far its scans were off when they were located by the others.
    public struct PointQuality: Hashable, Sendable {
        public let floor: FloorID
        public let track: TrackID?
        public let point: Point
        public let slots: Int
        /// Metres; nil where no scan of the point was asked, or none had a fix.
        public let error: Double?
    }

    public init(of index: FingerprintIndex, coverage: Coverage, validation: CrossValidation?) {
        var errors: [Place: (sum: Double, count: Double)] = [:]
        for trial in validation?.chosen.trials ?? [] {
            guard let error = trial.error else { continue }
            let known = errors[Place(floor: trial.floor, place: trial.place)] ?? (0, 0)
            errors[Place(floor: trial.floor, place: trial.place)] = (known.sum + error, known.count + 1)
        }
        let points = index.points.map { point in
            let slots = Set(index.entries[point.entries].map { index.spans[Int($0.span)].slot })
            var track: TrackID?
            if case .cell(_, let along, _) = point.key { track = along }
            let total = errors[Place(floor: point.key.floor, place: point.place)]
            return PointQuality(
                floor: point.key.floor,
                track: track,
                point: point.place.point,
                slots: slots.count,
                error: total.map { $0.sum / $0.count }
            )
        }
        choice = validation?.choice
        floors = Set(points.map(\.floor)).sorted().map { floor in
            FloorQuality(
                floor: floor,
                coverage: coverage.share(of: floor),
                summary: QualitySummary(points.filter { $0.floor == floor }, coverage: coverage.share(of: floor))
            )
        }
        tracks = coverage.tracks.map { track in
            TrackQuality(
                track: track.track,
                floor: track.floor,
                coverage: track.share,
                summary: QualitySummary(points.filter { $0.track == track.track }, coverage: track.share)
            )
        }
        self.points = points
    }

    private struct Place: Hashable {
        let floor: FloorID
        let place: MillimetrePoint
    }
}
