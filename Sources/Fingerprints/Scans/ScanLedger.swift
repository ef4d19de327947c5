public import Survey

/// Every scan of a project as it was heard, filed for counting: about 64 bytes a scan and 4 a reading.
///
/// The ledger interprets nothing. Which slot an identity stood for, which walks count and where a place lies now is
/// decided when a ``FingerprintIndex`` is built: so a replacement costs nothing here, may come late, and can be
/// reverted; and a conflict, in which one reading of a scan silences another, is judged scan by scan (ADR 0700).
///
/// Filing commutes: ledgers of the same scans give equal indexes, whatever the order, the doubles, and the parts in
/// which they were filed and merged.
public struct ScanLedger: Sendable {
    private(set) var scans: [FiledScan] = []
    private(set) var readings: [FiledReading] = []
    private(set) var identities = Interner<BeaconIdentity>()
    private(set) var walks = Interner<WalkID>()
    private(set) var floors = Interner<FloorID>()
    private(set) var tracks = Interner<TrackID>()
    private(set) var streams = Interner<StreamID>()
    /// Whether positions rise from scan to scan; else ``settle()`` has work to do.
    private var isSettled = true

    public init() {}

    /// The number of scans, doubles among them until ``settle()``.
    public var count: Int { scans.count }

    /// The number of readings in them.
    public var readingCount: Int { readings.count }

    /// The highest position that was filed; 0 for none.
    public private(set) var position: UInt64 = 0

    /// Files a scan.
    ///
    /// A recovery's duplicate is passed over.
    public mutating func file(_ scan: ScanSampled, by stream: StreamID, _ commitment: Commitment) {
        guard !commitment.isDuplicate else { return }
        let first = UInt32(readings.count)
        for reading in scan.readings {
            readings.append(FiledReading(identity: number(of: reading.identity), rssi: reading.rssi))
        }
        let cell = scan.distanceAlong.map { Int32(min(max($0, 0), 1_000_000)) }
        append(
            FiledScan(
                position: commitment.position,
                occurredAt: commitment.occurredAt,
                seen: commitment.seen,
                stream: streams.number(of: stream),
                walk: walks.number(of: scan.walk),
                floor: floors.number(of: scan.floor),
                track: cell == nil ? FiledScan.noTrack : scan.track.map { tracks.number(of: $0) } ?? FiledScan.noTrack,
                cell: cell ?? 0,
                place: MillimetrePoint(scan.point),
                firstReading: first,
                readingCount: UInt16(readings.count - Int(first)),
                heading: scan.heading.map { HeadingQuarter(degrees: $0).rawValue } ?? FiledScan.unknownHeading
            )
        )
    }

    /// Adds the scans of another ledger, such as one that another thread filed.
    public mutating func merge(_ other: ScanLedger) {
        let identity = other.identities.values.map { number(of: $0) }
        let walk = other.walks.values.map { walks.number(of: $0) }
        let floor = other.floors.values.map { floors.number(of: $0) }
        let track = other.tracks.values.map { tracks.number(of: $0) }
        let stream = other.streams.values.map { streams.number(of: $0) }
        let base = UInt32(readings.count)
        readings.reserveCapacity(readings.count + other.readings.count)
        for reading in other.readings {
            readings.append(FiledReading(identity: identity[Int(reading.identity)], sameStrengthAs: reading))
        }
        scans.reserveCapacity(scans.count + other.scans.count)
        for scan in other.scans {
            append(
                FiledScan(
                    position: scan.position,
                    occurredAt: scan.occurredAt,
                    seen: scan.seen,
                    stream: stream[Int(scan.stream)],
                    walk: walk[Int(scan.walk)],
                    floor: floor[Int(scan.floor)],
                    track: scan.track == FiledScan.noTrack ? FiledScan.noTrack : track[Int(scan.track)],
                    cell: scan.cell,
                    place: scan.place,
                    firstReading: base + scan.firstReading,
                    readingCount: scan.readingCount,
                    heading: scan.heading
                )
            )
        }
    }

    /// Sorts by position and drops doubles.
    ///
    /// Costs nothing where scans were filed in order, once each.
    public mutating func settle() {
        guard !isSettled else { return }
        let sorted = scans.sorted { $0.position < $1.position }
        var kept: [FiledScan] = []
        kept.reserveCapacity(sorted.count)
        for scan in sorted where scan.position != kept.last?.position { kept.append(scan) }
        scans = kept
        isSettled = true
    }

    /// Forgets the scans above a position: the reader went back to where its history and the server's agree.
    public mutating func rewind(to position: UInt64) {
        scans.removeAll { $0.position > position }
        self.position = scans.map(\.position).max() ?? 0
    }

    private mutating func number(of identity: BeaconIdentity) -> UInt32 {
        min(identities.number(of: identity), FiledReading.noise)
    }

    private mutating func append(_ scan: FiledScan) {
        if scan.position <= position { isSettled = false }
        position = max(position, scan.position)
        scans.append(scan)
    }
}
