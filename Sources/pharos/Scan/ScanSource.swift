import Radio
import Survey

/// Where advertisements come from: an adapter, a capture, a pipe, JSON lines; everything above sees this alone.
///
/// All times are milliseconds of the source's own clock, which never goes back. Who reads decides about the pace: a
/// recording is read as fast as it goes, or in step with a clock.
protocol ScanSource {
    /// The source's first moment.
    var start: Int64 { get }
    /// What was read so far.
    var tally: ScanTally { get }
    /// Why nothing can be heard now, for people; nil while the source listens.
    var interruption: String? { get }
    /// Whether something can be heard now.
    var isListening: Bool { get }
    /// Whether nothing of the source could be read: a version or a link type that is not known, a damaged start.
    var isUnreadable: Bool { get }

    /// Hands over what was heard by `time`; false when there will be no more.
    ///
    /// A live source gives what has come, and never waits.
    mutating func hear(until time: Int64, _ take: (ScanNews) throws -> Void) throws -> Bool

    /// Stops listening until ``wake()``, to save power; a recording cannot.
    mutating func rest()

    /// Listens again.
    mutating func wake()
}

extension ScanSource {
    var interruption: String? { nil }
    var isListening: Bool { true }
    var isUnreadable: Bool { false }
    mutating func rest() {}
    mutating func wake() {}
}

/// Something that a source has to tell.
enum ScanNews {
    /// A packet, and the advertisements in it.
    case packet(CapturedPacket, [Advertisement], at: Int64)
    /// What another program has heard, one line of its output; `stamp` is its own time, in milliseconds since 1970.
    case hearings([Hearing], stamp: Int64?, at: Int64)
    /// What an adapter is up to.
    case adapter(AdapterNotice, at: Int64)
    /// Something about the source itself that a person should know.
    case notice(String)
}

/// One beacon, heard once or several times.
struct Hearing {
    let identity: BeaconIdentity
    let rssi: RSSI?
    var packets: UInt16 = 1
    var power: AdvertisedPower?
}

extension Advertisement {
    /// The beacons in the advertisement; `includingAddresses` names senders without a beacon frame too.
    func hearings(includingAddresses: Bool) -> [Hearing] {
        let power = frames.lazy.filter { $0.identity != nil }.compactMap(\.power).first
        return identities(includingAddresses: includingAddresses).map {
            Hearing(identity: $0, rssi: report.rssi, power: power)
        }
    }
}
