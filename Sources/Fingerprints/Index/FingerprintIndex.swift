public import Survey
import Venue

/// All fingerprints of a project: what was heard at each reference point, in integers.
///
/// Built from a ``ScanLedger`` under an ``Interpretation`` in one pass over the readings. Equal scans and equal
/// structure give an equal index, however they arrived.
public struct FingerprintIndex: Hashable, Sendable {
    /// Rises whenever the same events may give another index: digests of unequal versions are not compared.
    public static let projectorVersion: UInt32 = 1

    /// Sorted by key.
    public let points: [ReferencePoint]
    /// The tallies of the first point, then of the second, and so on.
    public let entries: [Entry]
    /// The assignments that the entries refer to.
    public let spans: [AssignmentSpan]
    /// Readings that stood for no slot: foreign beacons, retired ones, identities not yet registered.
    public let strayReadings: Int
    /// Scans that count.
    public let scanCount: Int

    /// How one assignment was heard at a reference point, towards one heading.
    public struct Entry: Hashable, Sendable {
        /// The raw value of a ``HeadingQuarter``, or 4 for an unknown heading.
        public let heading: UInt8
        /// An index into ``FingerprintIndex/spans``.
        public let span: UInt32
        public let tally: Tally

        public init(heading: UInt8, span: UInt32, tally: Tally) {
            self.heading = heading
            self.span = span
            self.tally = tally
        }
    }

    init(
        points: [ReferencePoint],
        entries: [Entry],
        spans: [AssignmentSpan],
        strayReadings: Int,
        scanCount: Int
    ) {
        self.points = points
        self.entries = entries
        self.spans = spans
        self.strayReadings = strayReadings
        self.scanCount = scanCount
    }

    /// SHA-256 over every integer of the index and what it stands for; equal on every replica that has all scans.
    public func digest(with hashing: some Hashing) -> Digest {
        var bytes = Array("pharos index".utf8)
        bytes.append(bigEndian: Self.projectorVersion)
        bytes.append(bigEndian: Venue.projectorVersion)
        let names = spans.map { $0.slot.bytes + $0.assignment.bytes + $0.identity.bytes }
        for point in points {
            bytes += point.key.bytes
            bytes.append(bigEndian: point.place.x)
            bytes.append(bigEndian: point.place.y)
            for count in point.scans { bytes.append(bigEndian: count) }
            bytes.append(bigEndian: UInt32(point.entries.count))
            for entry in entries[point.entries] {
                bytes.append(entry.heading)
                bytes += names[Int(entry.span)]
                bytes.append(bigEndian: entry.tally.count)
                bytes.append(bigEndian: entry.tally.sum)
                bytes.append(bigEndian: entry.tally.sumOfSquares)
            }
        }
        return hashing.sha256(bytes)
    }
}
