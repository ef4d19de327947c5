import RadioSimulator
import Survey

/// The simulated hall's beacons on the air: each sends ten times a second to a receiver that walks along the first aisle.
struct HallOnAir {
    /// Milliseconds between two advertisements of a beacon.
    private static let interval: Int64 = 100
    /// Metres per second.
    private static let speed = 1.0
    /// Every so many-th advertisement of the first beacon is telemetry.
    private static let telemetryShare = 10

    /// One advertisement.
    struct Advertisement {
        let address: [UInt8]
        let data: [UInt8]
        let rssi: Int8
    }

    private let radio: SimulatedRadio
    private let track: SimulatedTrack
    private var random: SeededRandom
    private var begun: Int64 = 0
    private var turn = 0
    /// Where the receiver is changes each second: the strengths there, and the second that they are of.
    private var strengths: [Double] = []
    private var second: Int64 = -1

    init(seed: UInt64) {
        let venue = SampleVenue(seed: seed)
        radio = venue.radio()
        track = venue.tracks[0]
        random = SeededRandom(seed: seed)
    }

    /// The walk begins, at a moment in milliseconds.
    mutating func start(at time: Int64) {
        begun = time
        turn = 0
    }

    /// When the next advertisement is due: the beacons take turns evenly within an interval.
    var nextTime: Int64 { begun + Int64(turn) * Self.interval / Int64(radio.beacons.count) }

    /// The next advertisement.
    mutating func next() -> Advertisement {
        let index = turn % radio.beacons.count
        let round = turn / radio.beacons.count
        move(to: (nextTime - begun) / 1_000)
        let strength = strengths[index] + Double.random(in: -3...3, using: &random)
        turn += 1
        let isTelemetry = index == 0 && round % Self.telemetryShare == Self.telemetryShare - 1
        return Advertisement(
            address: [UInt8(index), 0, 0x0A, 0xBE, 0xAC, 0x00],
            data: isTelemetry ? Self.telemetry(count: round) : Self.frame(of: radio.beacons[index].identity),
            rssi: Int8(clamping: Int(min(max(strength, -100), -20).rounded()))
        )
    }

    /// The receiver has walked for so many seconds.
    private mutating func move(to second: Int64) {
        guard second != self.second else { return }
        self.second = second
        let (point, _) = track.position(at: Self.speed * Double(second))
        strengths = radio.beacons.indices.map { radio.strength(ofBeacon: $0, at: point) }
    }

    /// The HCI event that reports an advertisement, with its H4 indicator.
    static func event(_ heard: Advertisement, isExtended: Bool) -> [UInt8] {
        let (data, rssi) = (heard.data, UInt8(bitPattern: heard.rssi))
        let event =
            isExtended
            ? [0x0D, 1, 0x10, 0, 0] + heard.address + [
                1, 0, 0xFF, 127, rssi, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(data.count),
            ]
                + data
            : [0x02, 1, 3, 0] + heard.address + [UInt8(data.count)] + data + [rssi]
        return [0x04, 0x3E, UInt8(event.count)] + event
    }

    private static func frame(of identity: BeaconIdentity) -> [UInt8] {
        guard case .iBeacon(let uuid, let major, let minor) = identity.frame else { return [2, 1, 6] }
        let name = bytes(uuid.high) + bytes(uuid.low) + bytes(major) + bytes(minor)
        return [0x02, 0x01, 0x06, 0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15] + name + [UInt8(bitPattern: -61)]
    }

    /// Eddystone-TLM: 2,950 mV, 21.5 °C, the count, and a tenth of a second for each.
    private static func telemetry(count: Int) -> [UInt8] {
        [0x03, 0x03, 0xAA, 0xFE, 0x11, 0x16, 0xAA, 0xFE, 0x20, 0x00] + bytes(UInt16(2_950)) + [21, 0x80]
            + bytes(UInt32(count)) + bytes(UInt32(count))
    }

    private static func bytes<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        stride(from: Value.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> Value($0)) }
    }
}
