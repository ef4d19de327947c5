import Fingerprints
public import Positioning
import Survey
import Venue

/// Surveys with one half of a recorded set and locates the other, through the same code as the product.
public struct AccuracyTrial: Sendable {
    public let split: RecordedSplit
    private let survey: TrialSurvey
    private let table: PrintTable
    private let directory: SlotDirectory

    public init(_ split: RecordedSplit) {
        self.split = split
        survey = TrialSurvey(split)
        table = PrintTable(survey.prints, assignments: survey.assignments)
        directory = SlotDirectory(survey.assignments, policy: .frame, table: table)
    }

    /// Errors of all test scans by the weighted mean of the nearest prints.
    public func run(metric: Metric, neighbours: Int = 3) -> AccuracyResult {
        run(.prints(metric, neighbours: neighbours))
    }

    /// Errors of all test scans by one way of comparing; a scan that gives no place counts as the middle of the survey.
    public func run(_ matching: Matching) -> AccuracyResult {
        locateAll(
            by: ChosenLocator(
                table,
                mounts: survey.mounts,
                matching: matching,
                minimumSlots: max(split.minimumSlots, 1)
            )
        )
    }

    /// The product's own choice: what cross-validation of the survey chooses, and how that locates the test scans.
    public func runChosen() -> (choice: CrossValidation?, result: AccuracyResult) {
        let validation = survey.validation
        let locator = ChosenLocator(
            table,
            mounts: survey.mounts,
            choice: validation?.choice,
            minimumSlots: max(split.minimumSlots, 1)
        )
        return (validation, locateAll(by: locator))
    }

    /// What the survey says of itself; nil where it is too small to tell.
    public func validate() -> CrossValidation? { survey.validation }

    /// Follows the test walks by the tracking filter; nil where the set's scans have no time.
    public func runTracked() -> AccuracyResult? {
        guard split.tests.allSatisfy({ $0.time != nil }), !split.tests.isEmpty else { return nil }
        let map = RadioMap(table, mounts: survey.mounts)
        let factor = survey.validation?.choice.accuracyFactor(of: .radioMap) ?? 1
        var outcome = Outcome()
        let walks = Dictionary(grouping: split.tests, by: \.walk).sorted { $0.key < $1.key }
        for (_, scans) in walks {
            outcome.beginWalk()
            var filter = TrackingFilter(map, of: table, accuracyFactor: factor)
            for scan in scans.sorted(by: { ($0.time ?? 0) < ($1.time ?? 0) }) {
                let levels = directory.levels(of: scan.readings)
                switch filter.take(levels, at: scan.time ?? 0) {
                case .fixed(let fix): outcome.add(fix, of: scan, heard: levels.count, survey.floor(of: scan))
                case .searching, .lost: outcome.addMiss(of: scan, heard: levels.count, middle)
                }
            }
        }
        return AccuracyResult(outcome)
    }

    /// Errors of answering the middle of the survey, whatever was heard.
    public func runMiddle() -> AccuracyResult {
        var outcome = Outcome()
        for test in split.tests { outcome.addMiss(of: test, heard: 0, middle) }
        return AccuracyResult(outcome)
    }

    private func locateAll(by locator: ChosenLocator) -> AccuracyResult {
        var outcome = Outcome()
        for test in split.tests {
            let levels = directory.levels(of: test.readings)
            do throws(NoFix) {
                outcome.add(try locator.locate(levels), of: test, heard: levels.count, survey.floor(of: test))
            } catch {
                outcome.addMiss(of: test, heard: levels.count, middle)
            }
        }
        return AccuracyResult(outcome)
    }

    /// The mean place of the survey: what a locator that knows nothing would answer.
    private var middle: Point {
        let count = Double(table.prints.count)
        return Point(
            x: table.prints.reduce(0) { $0 + $1.place.point.x } / count,
            y: table.prints.reduce(0) { $0 + $1.place.point.y } / count
        )
    }
}

/// What fixes came to, one after another.
struct Outcome {
    private(set) var errors: [Double] = []
    private(set) var within = 0
    private(set) var fixes = 0
    private(set) var floorsRight = 0
    /// How often the floor changed from one scan of a walk to the next: the told one, and the true one.
    private(set) var flips = (told: 0, real: 0)
    private var last: (told: FloorID?, real: FloorID)?
    /// Scans that hear three known beacons or more, and at least one, each with those whose floor is right.
    private(set) var byHeard = [3: (count: 0, right: 0), 1: (count: 0, right: 0)]

    mutating func add(_ fix: Fix, of scan: RecordedScan, heard: Int, _ floor: FloorID) {
        let error = fix.point.distance(to: scan.point)
        errors.append(error)
        fixes += 1
        if error <= fix.accuracy { within += 1 }
        let isRight = fix.floor == floor
        if isRight { floorsRight += 1 }
        if let last {
            if let told = last.told, told != fix.floor { flips.told += 1 }
            if last.real != floor { flips.real += 1 }
        }
        last = (fix.floor, floor)
        count(heard, isRight)
    }

    mutating func beginWalk() { last = nil }

    mutating func addMiss(of scan: RecordedScan, heard: Int, _ middle: Point) {
        errors.append(middle.distance(to: scan.point))
        count(heard, false)
    }

    private mutating func count(_ heard: Int, _ isRight: Bool) {
        for least in [1, 3] where heard >= least {
            byHeard[least, default: (0, 0)].count += 1
            if isRight { byHeard[least, default: (0, 0)].right += 1 }
        }
    }
}

/// How far fixes were off.
public struct AccuracyResult: Hashable, Sendable {
    /// Metres, ascending.
    public let errors: [Double]
    /// How many true places lay within the accuracy that the fix stated.
    public let within: Int
    /// How many scans had a fix.
    public let fixes: Int
    /// How many fixes named the right floor.
    public let floorsRight: Int
    /// How often the floor that fixes name changed along the walks.
    public let flips: Int
    /// How often the true floor changed.
    public let trueFlips: Int
    /// Of the scans that hear at least so many known beacons: how many there are, and how many got the right floor.
    public let floorsByHeard: [Int: FloorCount]

    /// How many scans, and how many of them on the right floor.
    public struct FloorCount: Hashable, Sendable {
        public let count: Int
        public let right: Int
    }

    init(_ outcome: Outcome) {
        errors = outcome.errors.sorted()
        within = outcome.within
        fixes = outcome.fixes
        floorsRight = outcome.floorsRight
        (flips, trueFlips) = outcome.flips
        floorsByHeard = outcome.byHeard.mapValues { FloorCount(count: $0.count, right: $0.right) }
    }

    public var mean: Double { errors.reduce(0, +) / Double(errors.count) }

    /// The error that a share of the fixes does not exceed, interpolated between neighbours.
    public func percentile(_ share: Double) -> Double {
        guard let last = errors.indices.last else { return .nan }
        let place = share * Double(last)
        let low = Int(place)
        let high = min(low + 1, last)
        return errors[low] + (errors[high] - errors[low]) * (place - Double(low))
    }
}
