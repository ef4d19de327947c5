import Fingerprints
import Positioning
import Survey
import Venue

/// The survey part of a recorded set as a server would have it: scans filed, counted and cross-validated.
struct TrialSurvey: Sendable {
    let prints: [PrintsBlock]
    let assignments: AssignmentsBlock
    let mounts: [SlotGeometry]
    private let ledger: ScanLedger
    private let interpretation: Interpretation
    private let index: FingerprintIndex

    init(_ split: RecordedSplit) {
        let names = Set(split.training.flatMap(\.heard.keys)).sorted()
        let spans = names.enumerated().map { number, name in
            AssignmentSpan(
                slot: SlotID(high: 0, low: UInt64(number + 1)),
                assignment: AssignmentID(high: 0, low: UInt64(number + 1)),
                identity: BeaconIdentity(.name(name))
            )
        }
        ledger = ScanLedger(of: split.training)
        interpretation = Interpretation(spans: spans)
        index = FingerprintIndex(ledger, under: interpretation)
        prints = index.prints()
        assignments = AssignmentsBlock(
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
        mounts = zip(spans, names).map { span, name in
            SlotGeometry(
                slot: span.slot,
                label: name,
                floor: split.mounts[name].map { .recorded($0.floor) },
                position: split.mounts[name].map { MountPosition(point: $0.point) }
            )
        }
    }

    /// What the survey says of itself; nil where it is too small to tell.
    var validation: CrossValidation? {
        CrossValidation(index.folds(of: ledger, under: interpretation), mounts: mounts)
    }

    func floor(of scan: RecordedScan) -> FloorID { .recorded(scan.floor) }
}

extension FloorID {
    /// The floor of a recorded set's number.
    static func recorded(_ number: Int) -> FloorID {
        FloorID(high: 1, low: UInt64(bitPattern: Int64(number)))
    }
}

extension ScanLedger {
    /// Files recorded scans as walks that follow no track.
    init(of scans: [RecordedScan]) {
        self.init()
        let identities = Set(scans.flatMap(\.heard.keys)).sorted().map { BeaconIdentity(.name($0)) }
        let numbers = Dictionary(uniqueKeysWithValues: identities.enumerated().map { ($1, UInt32($0)) })
        let stream = StreamID(agent: AgentID(high: 0, low: 1), incarnation: Incarnation(1))
        for (index, scan) in scans.enumerated() {
            let compact = CompactScan(
                walk: WalkID(high: 0, low: UInt64(scan.walk + 1)),
                floor: .recorded(scan.floor),
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
