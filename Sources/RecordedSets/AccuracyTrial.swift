import Fingerprints
public import Positioning
import Survey
import Venue

/// Surveys with one half of a recorded set and locates the other, through the same code as the product.
public struct AccuracyTrial: Sendable {
    public let split: RecordedSplit
    private let table: PrintTable
    private let directory: SlotDirectory

    public init(_ split: RecordedSplit) {
        self.split = split
        let names = Set(split.training.flatMap(\.heard.keys)).sorted()
        let spans = names.enumerated().map { number, name in
            AssignmentSpan(
                slot: SlotID(high: 0, low: UInt64(number + 1)),
                assignment: AssignmentID(high: 0, low: UInt64(number + 1)),
                identity: BeaconIdentity(.name(name))
            )
        }
        let index = FingerprintIndex(ScanLedger(of: split.training), under: Interpretation(spans: spans))
        let assignments = AssignmentsBlock(
            entries: spans.map { span in
                AssignmentEntry(
                    slot: span.slot,
                    occupant: AssignmentEntry.Occupant(
                        identity: span.identity,
                        offset: 0,
                        offsetDeviation: 0,
                        isContested: false
                    )
                )
            }
        )
        table = PrintTable(index.prints(), assignments: assignments)
        directory = SlotDirectory(assignments, policy: .frame, table: table)
    }

    /// Errors of all test scans by one metric; a scan that gives no place counts as the middle of the survey.
    public func run(metric: Metric, neighbours: Int = 3) -> AccuracyResult {
        let locator = Locator(
            Matcher(table, metric: metric),
            method: .weighted(neighbours: neighbours),
            minimumSlots: split.minimumSlots
        )
        var errors: [Double] = []
        var within = 0
        for test in split.tests {
            let fix = Result { () throws(NoFix) in try locator.locate(directory.levels(of: test.readings)) }
            switch fix {
            case .success(let fix):
                let error = fix.point.distance(to: test.point)
                errors.append(error)
                if error <= fix.accuracy { within += 1 }
            case .failure:
                errors.append(middle.distance(to: test.point))
            }
        }
        return AccuracyResult(errors: errors, within: within)
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

/// How far fixes were off.
public struct AccuracyResult: Hashable, Sendable {
    /// Metres, ascending.
    public let errors: [Double]
    /// How many true places lay within the accuracy that the fix stated.
    public let within: Int

    init(errors: [Double], within: Int) {
        self.errors = errors.sorted()
        self.within = within
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

extension ScanLedger {
    /// Files recorded scans as one walk that follows no track.
    fileprivate init(of scans: [RecordedScan]) {
        self.init()
        let identities = Set(scans.flatMap(\.heard.keys)).sorted().map { BeaconIdentity(.name($0)) }
        let numbers = Dictionary(uniqueKeysWithValues: identities.enumerated().map { ($1, UInt32($0)) })
        let stream = StreamID(agent: AgentID(high: 0, low: 1), incarnation: Incarnation(1))
        for (index, scan) in scans.enumerated() {
            let compact = CompactScan(
                walk: WalkID(high: 0, low: 1),
                floor: FloorID(high: 0, low: 1),
                point: scan.point,
                window: 1_000,
                readings: scan.readings.map { reading in
                    CompactReading(identity: numbers[reading.identity, default: 0], rssi: reading.rssi, packets: 1)
                }
            )
            let stamp = Stamp(
                occurredAt: Timestamp(milliseconds: Int64(index)),
                position: UInt64(index + 1),
                seen: 0,
                stream: stream,
                sequence: UInt64(index + 1),
                event: .zero
            )
            file(compact, of: identities, stamp, isCopy: false)
        }
    }
}
