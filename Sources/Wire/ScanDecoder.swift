import CPharosSchema
import CProtobufC
public import Survey

/// Decodes many scans: identities become numbers, and a scan becomes one array.
///
/// It says of every payload what ``PayloadCoder`` says of it, several times faster: an identity that was seen before is
/// looked up by its bytes and never built again. Keep one decoder for all scans of a fold, so that the numbers hold.
public struct ScanDecoder: ~Copyable {
    private let arena = Arena(limit: PayloadCoder.decodingLimit, firstChunk: 16 * 1_024)
    private var numbers = IdentityNumbers()

    /// A decoder that has seen no identity yet.
    public init() {}

    /// The identities seen so far; a `CompactReading` holds an index into them.
    public var identities: [BeaconIdentity] { numbers.identities }

    /// The scan that a payload of the kind ScanSampled holds.
    public mutating func decode(schemaVersion: UInt16, payload: [UInt8]) -> DecodedScan {
        payload.withUnsafeBufferPointer { decode(schemaVersion: schemaVersion, payload: $0) }
    }

    private mutating func decode(schemaVersion: UInt16, payload: UnsafeBufferPointer<UInt8>) -> DecodedScan {
        guard (1...EventKind.scanSampled.schemaVersion).contains(schemaVersion) else { return .unknown }
        arena.reset()
        do throws(MalformedMessage) {
            guard let raw = unpack(payload, ScanSampled.initializer, in: arena) else { throw .notOfThisKind }
            let readings = try readings(of: raw.pointee)
            let scan = try ScanSampled(raw.pointee, readings: [])
            do throws(ValidationError) {
                try SurveyEvent.scanSampled(scan).validate()
                try ScanSampled.validate(readingCount: readings.count)
            } catch {
                throw MalformedMessage(error.description)
            }
            return .scan(
                CompactScan(
                    walk: scan.walk,
                    track: scan.track,
                    distanceAlong: scan.distanceAlong,
                    floor: scan.floor,
                    point: scan.point,
                    heading: scan.heading,
                    window: scan.window,
                    readings: readings
                )
            )
        } catch {
            return .malformed(reason: error.reason)
        }
    }

    private mutating func readings(of raw: Pharos__ScanSampled) throws(MalformedMessage) -> [CompactReading] {
        let count = try ScanSampled.readingCount(of: raw)
        var readings: [CompactReading] = []
        readings.reserveCapacity(count)
        for index in 0..<count {
            let (rssi, packets) = try ScanSampled.strength(index, of: raw)
            let identity = try numbers.number(of: raw.identities[index])
            readings.append(CompactReading(identity: identity, rssi: rssi, packets: packets))
        }
        return readings
    }
}

/// What could be made of a scan's payload.
public enum DecodedScan: Hashable, Sendable {
    case scan(CompactScan)
    /// A schema version that this program is too old for.
    case unknown
    /// Bytes that are no scan, or a scan that breaks the rules.
    case malformed(reason: String)
}
