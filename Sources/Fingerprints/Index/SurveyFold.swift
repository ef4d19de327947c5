import Survey

/// A part of a survey that is left out, with the prints of the rest: cross-validation locates the one by the other.
public struct SurveyFold: Sendable {
    /// The prints without the part.
    public let prints: [PrintsBlock]
    /// Scans of the part.
    public let scans: [SurveyScan]

    public init(prints: [PrintsBlock], scans: [SurveyScan]) {
        self.prints = prints
        self.scans = scans
    }
}

/// How much of a survey cross-validation asks.
public struct FoldLimits: Hashable, Sendable {
    /// Of a survey with more points than that, every second, third … point is asked, in the order of points.
    public let scans: Int
    /// More tell little: scans of one place err alike.
    public let scansPerPoint: Int
    /// Into how many parts a survey is divided at most.
    public let parts: Int

    public init(scans: Int, scansPerPoint: Int = 8, parts: Int = 16) {
        self.scans = scans
        self.scansPerPoint = scansPerPoint
        self.parts = parts
    }

    /// Somebody asks what the survey is worth, and waits for it.
    public static let thorough = FoldLimits(scans: 2_000)
    /// A server makes a release, on a small machine too, while it serves others.
    public static let release = FoldLimits(scans: 512)

    /// Up to so many points each is left out by itself.
    static let singlePoints = 24
    /// Walks are left out in so many parts at most: for each all scans are counted anew.
    static let walkParts = 8
}

/// A survey divided for cross-validation: one walk at a time is left out where most points were walked twice, else
/// points that lie far apart.
///
/// Parts are made when they are asked for, since each holds the prints of the survey.
public struct SurveyFolds: RandomAccessCollection, Sendable {
    public let startIndex = 0
    public let endIndex: Int
    private let division: Division

    private enum Division {
        case walks([WalkID], [SurveyScan], ScanLedger, Interpretation)
        case points([Place: Int], [PrintsBlock], [SurveyScan])
    }

    private struct Place: Hashable {
        let floor: FloorID
        let place: MillimetrePoint
    }

    init(_ index: FingerprintIndex, _ ledger: ScanLedger, _ interpretation: Interpretation, _ limits: FoldLimits) {
        let points = index.points
        let every = Swift.max(1, (points.count + limits.scans - 1) / Swift.max(limits.scans, 1))
        let perPoint = Swift.max(1, Swift.min(limits.scansPerPoint, limits.scans / Swift.max(points.count, 1)))
        let sample = ledger.sample(perPoint, every: every, under: interpretation)
        if sample.isWalkedTwice {
            let walks = Set(sample.scans.map(\.walk)).sorted()
            endIndex = Swift.min(walks.count, limits.parts, FoldLimits.walkParts)
            division = .walks(walks, sample.scans, ledger, interpretation)
            return
        }
        let sampled = Set(sample.scans.map { Place(floor: $0.floor, place: $0.place) })
        let asked = points.map { Place(floor: $0.key.floor, place: $0.place) }.filter(sampled.contains)
        // The more points stay, the more may be left out together.
        let crowd = Swift.max(points.count / Swift.max(limits.parts, 1), 1)
        let count = points.count <= FoldLimits.singlePoints ? points.count : (asked.count + crowd - 1) / crowd
        // Without its only point a floor would be unknown, which tells nothing about places.
        let perFloor = points.reduce(into: [FloorID: Int]()) { $0[$1.key.floor, default: 0] += 1 }
        var part: [Place: Int] = [:]
        for (number, place) in asked.enumerated() where perFloor[place.floor, default: 0] > 1 {
            part[place] = number % Swift.max(count, 1)
        }
        endIndex = count
        division = .points(part, index.prints(), sample.scans)
    }

    public subscript(part: Int) -> SurveyFold {
        switch division {
        case .walks(let walks, let scans, let ledger, let interpretation):
            let left = Set(walks.enumerated().filter { $0.offset % count == part }.map(\.element))
            let rest = Interpretation(
                spans: interpretation.spans,
                walks: (interpretation.walks ?? Set(ledger.walks.values)).subtracting(left),
                floors: interpretation.floors,
                identityPolicy: interpretation.identityPolicy,
                frames: interpretation.frames
            )
            return SurveyFold(
                prints: FingerprintIndex(ledger, under: rest).prints(),
                scans: scans.filter { left.contains($0.walk) }
            )
        case .points(let parts, let blocks, let scans):
            return SurveyFold(
                prints: blocks.map { block in
                    block.filter { parts[Place(floor: block.floor, place: $0.place)] != part }
                },
                scans: scans.filter { parts[Place(floor: $0.floor, place: $0.place)] == part }
            )
        }
    }
}

extension FingerprintIndex {
    /// Divides the survey for cross-validation; `ledger` and `interpretation` are those that this index was made of.
    public func folds(
        of ledger: ScanLedger,
        under interpretation: Interpretation,
        limits: FoldLimits = .thorough
    ) -> SurveyFolds {
        SurveyFolds(self, ledger, interpretation, limits)
    }
}

extension PrintsBlock {
    /// The rows that fulfil a condition, with their levels.
    func filter(_ isWanted: (Row) -> Bool) -> PrintsBlock {
        var rows: [Row] = []
        var kept: [Level] = []
        var first = 0
        for row in self.rows {
            let end = first + Int(row.levelCount)
            if isWanted(row) {
                rows.append(row)
                kept += levels[first..<end]
            }
            first = end
        }
        return PrintsBlock(floor: floor, slots: slots, rows: rows, levels: kept)
    }
}
