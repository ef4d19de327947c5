import Crypto
import EdgeLog
import Foundation
import Survey
import Sync
import Synchronization
import TestSupport
import Wire

/// A directory that goes away with the test.
final class TemporaryHome: Sendable {
    let path: String
    var installation: Installation { Installation(at: path) }

    init() {
        path = NSTemporaryDirectory() + "pharos-edge-" + UUID().uuidString
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }  // what is not there needs no removal

    /// Copies the database's directory, as a backup program would.
    func backUp(to other: String) throws {
        try? FileManager.default.removeItem(atPath: path + other)  // the first backup replaces none
        try FileManager.default.copyItem(atPath: path + "/log", toPath: path + other)
    }

    func restore(from other: String) throws {
        try FileManager.default.removeItem(atPath: path + "/log")
        try FileManager.default.copyItem(atPath: path + other, toPath: path + "/log")
    }
}

/// A clock that a test moves.
final class TestClock: AgentClock {
    private let moment: Mutex<Moment>

    init(wall: Int64 = 1_700_000_000_000) {
        moment = Mutex(
            Moment(wallClock: Timestamp(milliseconds: wall), boot: BootID(high: 7, low: 7), sinceBoot: 1_000)
        )
    }

    func now() -> Moment { moment.withLock { $0 } }

    func advance(by milliseconds: Int64) {
        moment.withLock {
            $0 = Moment(
                wallClock: $0.wallClock.advanced(byMilliseconds: milliseconds),
                boot: $0.boot,
                sinceBoot: $0.sinceBoot + milliseconds
            )
        }
    }

    func reboot(wall: Int64) {
        moment.withLock {
            $0 = Moment(
                wallClock: Timestamp(milliseconds: wall),
                boot: BootID(high: $0.boot.high + 1, low: 7),
                sinceBoot: 10
            )
        }
    }
}

let project = ProjectID(high: 1, low: 1)
let ada = AgentID(high: 2, low: 2)

func environment(clock: TestClock = TestClock()) -> EdgeLog.Environment {
    EdgeLog.Environment(hashing: SHA256(), coding: PayloadCoder(), clock: clock)
}

extension TemporaryHome {
    func create(clock: TestClock = TestClock()) throws -> EdgeLog {
        try EdgeLog(creating: installation, project: project, agent: ada, environment(clock: clock))
    }

    func open(clock: TestClock = TestClock()) throws -> EdgeLog {
        try EdgeLog(opening: installation, environment(clock: clock))
    }
}

/// A structure event that says a number.
func renamed(_ number: Int) -> SurveyEvent { .projectRenamed(ProjectRenamed(name: "Venue \(number)")) }

/// A scan; `number` tells one from another.
func scan(_ number: Int) -> SurveyEvent {
    .scanSampled(
        ScanSampled(
            walk: WalkID(high: 3, low: UInt64(number)),
            floor: FloorID(high: 4, low: 4),
            point: Point(x: 12.5, y: 7.25),
            window: 1_000,
            readings: [Reading(identity: .iBeacon(UInt16(number % 1_000)), rssi: RSSI(dBm: -60)!, packets: 3)]
        )
    )
}

/// The part of a server that a log can tell: it gives positions to whatever it is handed, and serves lanes.
struct Committer {
    private(set) var events: [(bytes: [UInt8], hash: Digest, commitment: Commitment, chain: Digest)] = []
    let hashing = SHA256()

    var head: UInt64 { UInt64(events.count) }

    mutating func commit(_ bytes: [UInt8]) {
        let hash = hashing.sha256(bytes)
        let position = head + 1
        let time = Timestamp(milliseconds: 1_000_000 + Int64(position))
        let commitment = Commitment(
            position: position,
            receivedAt: time,
            occurredAt: time,
            isEstimated: false,
            seen: 0,
            isDuplicate: false
        )
        let chain = Digest.chain(after: events.last?.chain ?? .zero, event: hash, commitment, with: hashing)
        events.append((bytes, hash, commitment, chain))
    }

    /// Forgets everything after a position, as a restored database does.
    mutating func restore(to position: UInt64) { events.removeLast(events.count - Int(position)) }

    /// What the lane's reader is sent next; own events go without payload where `holds` says so.
    func batch(
        _ lane: Lane,
        from: UInt64,
        limit: Int = .max,
        holds: (Envelope) -> Bool = { _ in false }
    ) throws -> EventBatch {
        var entries: [EventBatch.Entry] = []
        var to = from
        for event in events.dropFirst(Int(from)) where entries.count < limit {
            let envelope = try Envelope(bytes: event.bytes)
            to = event.commitment.position
            guard envelope.lane == lane else { continue }
            entries.append(
                holds(envelope)
                    ? .own(
                        incarnation: envelope.incarnation,
                        sequence: envelope.sequence,
                        event.commitment
                    )
                    : .whole(event.bytes, event.commitment)
            )
        }
        let chain = to == 0 ? .zero : events[Int(to) - 1].chain
        return EventBatch(lane: lane, from: from, to: to, chainAfter: chain, entries: entries)
    }
}

/// Events of somebody else.
struct Stranger {
    let agent: AgentID
    private var sequence: UInt64 = 0
    private var previous = Digest.zero

    init(_ low: UInt64) { agent = AgentID(high: 99, low: low) }

    mutating func write(_ event: SurveyEvent) -> [UInt8] {
        sequence += 1
        let envelope = Envelope(
            project: project,
            agent: agent,
            incarnation: Incarnation(5),
            sequence: sequence,
            previousHash: previous,
            recordedAt: Timestamp(milliseconds: 5),
            basis: .none,
            kind: event.kind.rawValue,
            payload: PayloadCoder().encode(event)
        )
        previous = envelope.hash(with: SHA256())
        return envelope.bytes
    }
}

extension EdgeLog {
    /// All own events that count, of all streams.
    func allOwn() throws -> [OwnEvent] {
        var events: [OwnEvent] = []
        for stream in try streams() {
            var next: UInt64 = 1
            while case let page = try ownEvents(of: stream.claim.incarnation, from: next), !page.isEmpty {
                events += page
                next += UInt64(page.count)
            }
        }
        return events
    }

    var current: Incarnation {
        get throws { try streams().last!.claim.incarnation }
    }
}

/// How a session that began at a moment dates an event.
func age(of event: OwnEvent, at reference: Moment) -> Age {
    Age(written: event.written, known: event.known, reference: reference)
}
