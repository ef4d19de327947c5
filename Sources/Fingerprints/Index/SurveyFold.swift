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

extension FingerprintIndex {
    /// Divides a survey for cross-validation: leaves out one walk at a time where most points were walked twice, else
    /// points that lie far apart.
    ///
    /// `ledger` and `interpretation` are those that this index was made of.
    public func folds(of ledger: ScanLedger, under interpretation: Interpretation) -> [SurveyFold] {
        let perPoint = max(1, min(SurveyFoldLimits.scansPerPoint, SurveyFoldLimits.scans / max(points.count, 1)))
        let scans = ledger.sample(perPoint, under: interpretation)
        var walks: [MillimetrePoint: Set<WalkID>] = [:]
        for scan in scans { walks[scan.place, default: []].insert(scan.walk) }
        let isWalkedTwice = 2 * walks.values.count { $0.count > 1 } > walks.count
        return isWalkedTwice ? leavingWalksOut(scans, ledger, interpretation) : leavingPointsOut(scans)
    }

    private func leavingWalksOut(
        _ scans: [SurveyScan],
        _ ledger: ScanLedger,
        _ interpretation: Interpretation
    ) -> [SurveyFold] {
        let walks = Set(scans.map(\.walk)).sorted()
        let count = min(walks.count, SurveyFoldLimits.walkFolds)
        return (0..<count).map { fold in
            let left = Set(walks.enumerated().filter { $0.offset % count == fold }.map(\.element))
            let rest = Interpretation(
                spans: interpretation.spans,
                walks: Set(walks).subtracting(left),
                floors: interpretation.floors,
                identityPolicy: interpretation.identityPolicy,
                frames: interpretation.frames
            )
            return SurveyFold(
                prints: FingerprintIndex(ledger, under: rest).prints(),
                scans: scans.filter { left.contains($0.walk) }
            )
        }
    }

    private func leavingPointsOut(_ scans: [SurveyScan]) -> [SurveyFold] {
        let blocks = prints()
        let count = points.count <= SurveyFoldLimits.singlePoints ? points.count : SurveyFoldLimits.pointFolds
        var fold: [FloorID: [MillimetrePoint: Int]] = [:]
        for (number, point) in points.enumerated() { fold[point.key.floor, default: [:]][point.place] = number % count }
        // Without its only point a floor would be unknown, which tells nothing about places.
        fold = fold.filter { $0.value.count > 1 }
        return (0..<count).map { left in
            SurveyFold(
                prints: blocks.map { block in block.filter { fold[block.floor]?[$0.place] != left } },
                scans: scans.filter { fold[$0.floor]?[$0.place] == left }
            )
        }
    }
}

/// How much of a survey cross-validation asks.
private enum SurveyFoldLimits {
    /// More tell little: scans of one place err alike.
    static let scansPerPoint = 8
    static let scans = 2_000
    static let walkFolds = 8
    static let pointFolds = 16
    /// Up to so many points each is left out by itself.
    static let singlePoints = 24
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
