public import Survey
public import Venue

/// Every scan of a project as it was heard, filed for counting: 80 bytes a scan and 4 a reading.
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
    /// The ledger's numbers of a decoder's identities.
    private var tableNumbers: [UInt32] = []
    /// Whether positions rise from scan to scan and none is a copy; else ``settle()`` has work to do.
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
    public mutating func file(_ scan: ScanSampled, from event: CommittedEvent) {
        guard !event.commitment.isDuplicate else { return }
        let first = UInt32(readings.count)
        for reading in scan.readings {
            readings.append(FiledReading(identity: number(of: reading.identity), rssi: reading.rssi))
        }
        file(CompactScan(scan), Stamp(event), isCopy: event.envelope.origin != nil, from: first)
    }

    /// Files a scan whose identities are numbers in the table of its decoder.
    ///
    /// All scans of a ledger that come this way must come from one decoder, whose table only grows. `isCopy` says
    /// whether the event has an origin; duplicates are not to be filed at all.
    public mutating func file(_ scan: CompactScan, of identities: [BeaconIdentity], _ stamp: Stamp, isCopy: Bool) {
        while tableNumbers.count < identities.count { tableNumbers.append(number(of: identities[tableNumbers.count])) }
        let first = UInt32(readings.count)
        for reading in scan.readings {
            readings.append(FiledReading(identity: tableNumbers[Int(reading.identity)], rssi: reading.rssi))
        }
        file(scan, stamp, isCopy: isCopy, from: first)
    }

    private mutating func file(_ scan: CompactScan, _ stamp: Stamp, isCopy: Bool, from firstReading: UInt32) {
        if isCopy { isSettled = false }
        let cell = scan.distanceAlong.map { Int32(min(max($0, 0), 1_000_000)) }
        append(
            FiledScan(
                position: stamp.position,
                occurredAt: stamp.occurredAt,
                seen: stamp.seen,
                event: stamp.event.prefix,
                stream: streams.number(of: stamp.stream),
                sequence: UInt32(clamping: stamp.sequence),
                walk: walks.number(of: scan.walk),
                floor: floors.number(of: scan.floor),
                track: cell == nil ? FiledScan.noTrack : scan.track.map { tracks.number(of: $0) } ?? FiledScan.noTrack,
                cell: cell ?? 0,
                place: MillimetrePoint(scan.point),
                firstReading: firstReading,
                readingCount: UInt16(readings.count - Int(firstReading)),
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
        if !other.isSettled { isSettled = false }
        for reading in other.readings {
            readings.append(FiledReading(identity: identity[Int(reading.identity)], sameStrengthAs: reading))
        }
        for scan in other.scans {
            append(
                FiledScan(
                    position: scan.position,
                    occurredAt: scan.occurredAt,
                    seen: scan.seen,
                    event: scan.event,
                    stream: stream[Int(scan.stream)],
                    sequence: scan.sequence,
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
    /// Of an event and its copies the earliest act counts, as everywhere. Costs nothing where scans were filed in
    /// order, once each, and none is a copy.
    public mutating func settle() {
        guard !isSettled else { return }
        var kept: [UInt64: FiledScan] = [:]
        for scan in scans {
            if let known = kept[scan.event], (known.occurredAt, known.position) <= (scan.occurredAt, scan.position) {
                continue
            }
            kept[scan.event] = scan
        }
        scans = kept.values.sorted { $0.position < $1.position }
        isSettled = true
    }

    /// Forgets the scans above a position: the reader went back to where its history and the server's agree.
    public mutating func rewind(to position: UInt64) {
        scans.removeAll { $0.position > position }
        self.position = scans.lazy.map(\.position).max() ?? 0
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

extension CompactScan {
    /// Everything of a scan but its readings.
    fileprivate init(_ scan: ScanSampled) {
        self.init(
            walk: scan.walk,
            track: scan.track,
            distanceAlong: scan.distanceAlong,
            floor: scan.floor,
            point: scan.point,
            heading: scan.heading,
            window: scan.window,
            readings: []
        )
    }
}
