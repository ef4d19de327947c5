import Fingerprints
import Survey
import TestSupport
import Venue

/// Four FNV-1a hashes side by side: enough to tell unequal bytes apart in a test.
struct FowlerNollVo: Hashing {
    func sha256(_ bytes: [UInt8]) -> Digest {
        let words = (0..<4).flatMap { lane -> [UInt8] in
            bytes.reduce(0xCBF2_9CE4_8422_2325 &+ UInt64(lane)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }.bigEndianBytes
        }
        return Digest(bytes: words) ?? .zero
    }
}

extension Identifier {
    init(_ number: UInt64) { self.init(high: 0, low: number) }
}

extension BeaconIdentity {
    static func beacon(_ minor: UInt16) -> BeaconIdentity {
        BeaconIdentity(.iBeacon(uuid: ProximityUUID(high: 1, low: 2), major: 1, minor: minor))
    }
}

extension ScanLedger {
    init(_ scans: some Sequence<TestScan>) {
        self.init()
        for scan in scans { file(scan.scan, from: scan.event) }
    }
}

/// A committed scan, said in as few words as a test needs.
struct TestScan {
    let scan: ScanSampled
    let event: CommittedEvent

    init(
        _ position: UInt64,
        at time: Int64 = 0,
        walk: UInt64 = 1,
        track: UInt64? = nil,
        along: Double? = nil,
        floor: UInt64 = 1,
        x: Double = 0,
        y: Double = 0,
        heading: Double? = nil,
        seen: UInt64 = 0,
        agent: UInt64 = 1,
        copyOf origin: UInt64? = nil,
        isDuplicate: Bool = false,
        _ readings: [UInt16: Int]
    ) {
        scan = ScanSampled(
            walk: WalkID(walk),
            track: track.map { TrackID($0) },
            distanceAlong: along,
            floor: FloorID(floor),
            point: Point(x: x, y: y),
            heading: heading,
            window: 1_000,
            readings: readings.sorted { $0.key < $1.key }.compactMap { minor, dBm in
                RSSI(dBm: dBm).map { Reading(identity: .beacon(minor), rssi: $0) }
            }
        )
        event = .at(
            position,
            time: time,
            kind: .scanSampled,
            seen: seen,
            agent: agent,
            copyOf: origin,
            isDuplicate: isDuplicate
        )
    }
}

extension CommittedEvent {
    /// An event as the server stored it; its hash is made of its position, its sequence is its position.
    static func at(
        _ position: UInt64,
        time: Int64,
        kind: EventKind,
        seen: UInt64 = 0,
        agent: UInt64 = 1,
        copyOf origin: UInt64? = nil,
        isDuplicate: Bool = false
    ) -> CommittedEvent {
        func hash(_ number: UInt64) -> Digest { FowlerNollVo().sha256(number.bigEndianBytes) }
        return CommittedEvent(
            envelope: Envelope(
                project: ProjectID(77),
                agent: AgentID(agent),
                incarnation: Incarnation(1),
                sequence: position,
                previousHash: .zero,
                recordedAt: Timestamp(milliseconds: time),
                basis: .none,
                origin: origin.map { Origin(incarnation: Incarnation(0), sequence: $0, hash: hash($0)) },
                kind: kind.rawValue,
                payload: []
            ),
            hash: hash(position),
            commitment: Commitment(
                position: position,
                receivedAt: Timestamp(milliseconds: time),
                occurredAt: Timestamp(milliseconds: time),
                isEstimated: false,
                seen: seen,
                isDuplicate: isDuplicate
            )
        )
    }
}

extension Venue {
    /// A venue of some structure events, one a position from 1 on, each at its position's time unless told otherwise.
    init(_ events: [SurveyEvent], agents: [UInt64: UInt64] = [:]) {
        self.init(id: ProjectID(77))
        for (index, event) in events.enumerated() {
            let position = UInt64(index + 1)
            let committed = CommittedEvent.at(
                position,
                time: Int64(position),
                kind: event.kind,
                seen: position - 1,
                agent: agents[position] ?? 1
            )
            apply(committed, .event(event))
        }
    }
}

extension AssignmentSpan {
    static func span(
        _ slot: UInt64,
        _ minor: UInt16,
        from: Int64? = nil,
        to: Int64? = nil,
        assignment: UInt64? = nil,
        isContested: Bool = false,
        offset: Double = 0
    ) -> AssignmentSpan {
        AssignmentSpan(
            slot: SlotID(slot),
            assignment: AssignmentID(assignment ?? UInt64(minor)),
            identity: .beacon(minor),
            from: from.map(Timestamp.init),
            to: to.map(Timestamp.init),
            isContested: isContested,
            offset: offset
        )
    }
}

extension FingerprintIndex {
    init(_ scans: [TestScan], _ spans: [AssignmentSpan]) {
        self.init(ScanLedger(scans), under: Interpretation(spans: spans))
    }

    /// Count and sum per slot, over all points and headings.
    var totals: [UInt64: [Int64]] {
        entries.reduce(into: [:]) { totals, entry in
            let sums = totals[spans[Int(entry.span)].slot.low] ?? [0, 0]
            totals[spans[Int(entry.span)].slot.low] = [sums[0] + entry.tally.count, sums[1] + entry.tally.sum]
        }
    }
}

extension [TestScan] {
    /// Scans along tracks and at places, by several agents, over several replacements.
    static func random(_ count: Int, using random: inout SeededGenerator) -> [TestScan] {
        (1...UInt64(count)).map { position in
            let isTracked = Bool.random(using: &random)
            let readings = (0..<Int.random(in: 0...8, using: &random)).map { _ in
                (UInt16.random(in: 1...12, using: &random), Int.random(in: -100 ... -30, using: &random))
            }
            return TestScan(
                position,
                at: Int64.random(in: 0...1_000, using: &random),
                walk: UInt64.random(in: 1...6, using: &random),
                track: isTracked ? UInt64.random(in: 1...2, using: &random) : nil,
                along: isTracked ? Double.random(in: 0...9, using: &random) : nil,
                floor: UInt64.random(in: 1...2, using: &random),
                x: Double(Int.random(in: -5...5, using: &random)) / 2,
                y: Double(Int.random(in: -5...5, using: &random)) / 2,
                heading: Bool.random(using: &random) ? Double.random(in: 0...360, using: &random) : nil,
                seen: UInt64.random(in: 0...position, using: &random),
                agent: UInt64.random(in: 1...3, using: &random),
                Dictionary(readings) { first, _ in first }
            )
        }
    }
}
