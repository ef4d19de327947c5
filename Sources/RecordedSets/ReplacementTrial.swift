import Fingerprints
public import Positioning
import RadioSimulator
import Survey
import Upkeep
import Venue

/// The same places heard twice: with the beacons that were surveyed, and with quieter units in their slots.
public struct ReplacementSet: Hashable, Sendable {
    /// At the survey's points.
    public let training: [Pair]
    /// At other points.
    public let tests: [Pair]

    /// One place, heard at both powers.
    public struct Pair: Hashable, Sendable {
        public let before: RecordedScan
        public let after: RecordedScan

        /// What is heard where some beacons were replaced and the others were not.
        func mixed(_ replaced: Set<String>) -> RecordedScan {
            let kept = before.heard.filter { !replaced.contains($0.key) }
            let new = after.heard.filter { replaced.contains($0.key) }
            return RecordedScan(point: before.point, heard: kept.merging(new) { first, _ in first })
        }
    }
}

/// Replaces half of a recorded venue's beacons by units of another power, and locates visitors by the old prints.
public struct ReplacementTrial: Sendable {
    private let set: ReplacementSet
    private let names: [String]
    private let blocks: [PrintsBlock]
    private let matrix: PrintMatrix

    /// What is done about the new beacons.
    public enum Treatment: String, Hashable, Sendable, CaseIterable {
        /// None was replaced: what the others are measured against.
        case before
        /// The new ones are unknown, and the old ones are still expected.
        case noRemap = "no remap"
        /// The slots are retired.
        case masked
        /// The new ones stand for the slots, as loud as the old ones for all that is known.
        case remapped = "remap without offset"
        /// A verification walk has measured each of them, at 20 points at most.
        case verified = "remapped + verified"
    }

    /// How many of the slots get new beacons.
    public static let replacedCount = 11

    public init(_ set: ReplacementSet) {
        self.set = set
        let names = Array(Set(set.training.flatMap(\.before.heard.keys))).sorted()
        let spans = names.indices.map { index in
            AssignmentSpan(
                slot: Self.slot(index),
                assignment: Self.assignment(index),
                identity: BeaconIdentity(.name(names[index]))
            )
        }
        let ledger = ScanLedger(of: set.training.map(\.before))
        let blocks = FingerprintIndex(ledger, under: Interpretation(spans: spans)).prints()
        self.names = names
        self.blocks = blocks
        matrix = PrintMatrix(blocks)
    }

    /// The mean error in metres of each treatment over some draws of replaced slots.
    public func run(draws: Int, metric: Metric = .linearRelative) -> [Treatment: Double] {
        var sums: [Treatment: Double] = [:]
        for draw in 0..<draws {
            var random = SeededRandom(seed: UInt64(draw))
            let replaced = Set(names.indices.shuffled(using: &random).prefix(Self.replacedCount))
            for (treatment, error) in errors(replaced, metric) { sums[treatment, default: 0] += error }
        }
        return sums.mapValues { $0 / Double(draws) }
    }

    private func errors(_ replaced: Set<Int>, _ metric: Metric) -> [Treatment: Double] {
        let labels = Set(replaced.map { names[$0] })
        // Scans that every treatment can work with, as in the study that the limit comes from.
        let tests = set.tests.filter { pair in
            pair.before.heard.count >= 3 && pair.before.heard.keys.contains { !labels.contains($0) }
        }
        let offsets = Dictionary(uniqueKeysWithValues: replaced.map { ($0, verify($0, replaced)) })
        let without = tests.map { pair in
            RecordedScan(point: pair.before.point, heard: pair.before.heard.filter { !labels.contains($0.key) })
        }
        let mixed = tests.map { $0.mixed(labels) }
        func mean(_ scans: [RecordedScan], _ entries: [AssignmentEntry]) -> Double {
            error(of: scans, AssignmentsBlock(entries: entries), metric)
        }
        let first = names.indices.map { entry($0, (0, 0)) }
        return [
            .before: mean(tests.map(\.before), first),
            .noRemap: mean(without, first),
            .masked: mean(without, names.indices.filter { !replaced.contains($0) }.map { entry($0, (0, 0)) }),
            // Nobody said anything of their power: 6 dB.
            .remapped: mean(mixed, names.indices.map { entry($0, replaced.contains($0) ? (0, 6) : (0, 0)) }),
            .verified: mean(mixed, names.indices.map { entry($0, offsets[$0] ?? (0, 0)) }),
        ]
    }

    /// What a walk over the training points says of a new beacon; what nothing is known of, where it heard too little.
    private func verify(_ index: Int, _ replaced: Set<Int>) -> (level: Double, deviation: Double) {
        let labels = Set(replaced.map { names[$0] })
        let numbers = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
        var walk = VerificationWalk(slot: Self.slot(index), assignment: Self.assignment(index), matrix: matrix)
        let points = Set(walk.points(around: nil, on: nil).map(\.place.point))
        for pair in set.training where points.contains(pair.before.point) {
            let scan = pair.mixed(labels)
            walk.add(
                SlotScan(
                    scan.readings,
                    place: SurveyedPlace(floor: .recorded(scan.floor), point: scan.point),
                    matrix: matrix
                ) { identity in
                    guard case .name(let name) = identity.frame, let number = numbers[name] else {
                        return .stray(former: nil)
                    }
                    return .slot(
                        SlotScan.Standing(
                            slot: Self.slot(number),
                            assignment: Self.assignment(number),
                            offset: 0,
                            isCertain: !replaced.contains(number)
                        )
                    )
                }
            )
        }
        guard let estimate = walk.estimate else { return (0, 6) }
        let isSignificant = estimate.offset.magnitude >= estimate.confidence
        return (isSignificant ? estimate.offset : 0, estimate.confidence / 1.96)
    }

    private func entry(_ index: Int, _ offset: (level: Double, deviation: Double)) -> AssignmentEntry {
        AssignmentEntry(
            slot: Self.slot(index),
            occupant: AssignmentEntry.Occupant(
                identity: BeaconIdentity(.name(names[index])),
                offset: Int16((offset.level * 100).rounded()),
                offsetDeviation: UInt16((min(offset.deviation, 300) * 100).rounded()),
                isContested: false
            )
        )
    }

    /// A scan that gives no place counts as the middle of the survey.
    private func error(of scans: [RecordedScan], _ assignments: AssignmentsBlock, _ metric: Metric) -> Double {
        let table = PrintTable(blocks, assignments: assignments)
        let matcher = Matcher(table, metric: metric)
        let locator = Locator(matcher, method: .weighted(neighbours: metric.defaultNeighbours), minimumSlots: 1)
        let directory = SlotDirectory(assignments, policy: .frame, table: table)
        let errors = scans.map { scan in
            let fix = Result { () throws(NoFix) in try locator.locate(directory.levels(of: scan.readings)) }
            let point = if case .success(let fix) = fix { fix.point } else { middle }
            return point.distance(to: scan.point)
        }
        return errors.reduce(0, +) / Double(errors.count)
    }

    private var middle: Point {
        let count = Double(matrix.places.count)
        return Point(
            x: matrix.places.reduce(0) { $0 + $1.point.x } / count,
            y: matrix.places.reduce(0) { $0 + $1.point.y } / count
        )
    }

    private static func slot(_ index: Int) -> SlotID { SlotID(high: 0, low: UInt64(index + 1)) }
    private static func assignment(_ index: Int) -> AssignmentID { AssignmentID(high: 0, low: UInt64(index + 1)) }
}
