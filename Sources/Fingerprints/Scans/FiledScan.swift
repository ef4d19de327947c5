import Survey

/// A scan as the ledger files it; numbers refer to the ledger's tables.
struct FiledScan: Sendable {
    let position: UInt64
    let occurredAt: Timestamp
    /// The basis that the server confirmed: which calibrations the author knew.
    let seen: UInt64
    /// The first eight bytes of the event's hash; of a recovery's copy, of the hash of what it copies.
    let event: UInt64
    let stream: UInt32
    let sequence: UInt32
    let walk: UInt32
    let floor: UInt32
    /// ``noTrack`` for a walk that follows none.
    let track: UInt32
    /// Whole metres along the track.
    let cell: Int32
    /// In the frame of the floor as the author knew it.
    let place: MillimetrePoint
    /// Where the scan's readings start in the ledger.
    let firstReading: UInt32
    let readingCount: UInt16
    /// The raw value of a ``HeadingQuarter``, or ``unknownHeading``.
    let heading: UInt8

    static let noTrack = UInt32.max
    static let unknownHeading: UInt8 = 4
}

/// One reading in four bytes: the number of the identity, and the strength.
struct FiledReading: Sendable {
    private let bits: UInt32

    /// What every identity beyond the first 16 million is filed under: no venue has so many beacons, but foreign
    /// phones change their identities every few minutes.
    static let noise: UInt32 = (1 << 24) - 1

    init(identity: UInt32, rssi: RSSI) {
        bits = identity << 8 | UInt32(UInt8(bitPattern: Int8(rssi.dBm)))
    }

    /// The same strength under another identity.
    init(identity: UInt32, sameStrengthAs other: FiledReading) { bits = identity << 8 | other.bits & 255 }

    var identity: UInt32 { bits >> 8 }
    var dBm: Int { Int(Int8(truncatingIfNeeded: bits)) }
}
