import CommandLineKit
import Fingerprints
import Survey
import Venue

/// `pharos-bench rebuild-index`: how fast decoded scans become an index, without reading and decoding them.
struct RebuildIndexCommand: Subcommand {
    static let name = "rebuild-index"
    static let summary = "File decoded scans of 20 readings and build the index on one core"
    static let usage = "[--scans N]"
    static let options = [OptionSummary("--scans N", "how many scans to file (1000000)")]

    private let scans: Int

    init(_ arguments: inout Arguments) throws(UsageError) {
        scans = try arguments.takeInteger("--scans", in: 1...100_000_000) ?? 1_000_000
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let identities = (0..<200).map { BeaconIdentity(.name("beacon \($0)")) }
        let spans = identities.enumerated().map { number, identity in
            AssignmentSpan(
                slot: SlotID(high: 1, low: UInt64(number)),
                assignment: AssignmentID(high: 1, low: UInt64(number)),
                identity: identity
            )
        }
        let prepared = Self.prepare(10_000)
        var ledger = ScanLedger()
        let filing = Measurement.seconds {
            for index in 0..<scans {
                let stamp = Stamp(
                    occurredAt: Timestamp(milliseconds: Int64(index)),
                    position: UInt64(index + 1),
                    seen: 0,
                    stream: StreamID(agent: AgentID(high: 1, low: 1), incarnation: Incarnation(1)),
                    sequence: UInt64(index + 1),
                    event: .zero
                )
                ledger.file(prepared[index % prepared.count], of: identities, stamp, isCopy: false)
            }
        }
        var points = 0
        let building = Measurement.seconds {
            points = FingerprintIndex(ledger, under: Interpretation(spans: spans)).points.count
        }
        console.note("\(points) reference points")
        Measurement(name: "file-scans", value: Double(scans) / filing, unit: "scans/s").tell(console)
        Measurement(name: "build-index", value: Double(scans) / building, unit: "scans/s").tell(console)
        Measurement(name: "rebuild-index", value: Double(scans) / (filing + building), unit: "scans/s").tell(console)
        return .success
    }

    private static func prepare(_ count: Int) -> [CompactScan] {
        var random = Xorshift()
        return (0..<count).map { index in
            let place = Double(index % 5_000)
            return CompactScan(
                walk: WalkID(high: 1, low: UInt64(index / 500)),
                track: TrackID(high: 1, low: UInt64(index % 5_000 / 250)),
                distanceAlong: place.truncatingRemainder(dividingBy: 250),
                floor: FloorID(high: 1, low: 1),
                point: Point(x: place.truncatingRemainder(dividingBy: 250), y: place / 250),
                heading: index < count / 2 ? 90 : 270,
                window: 1_000,
                readings: random.choose(20, below: 200).compactMap { identity in
                    RSSI(dBm: -40 - Int(random.below(55))).map {
                        CompactReading(identity: UInt32(identity), rssi: $0, packets: 3)
                    }
                }
            )
        }
    }
}
