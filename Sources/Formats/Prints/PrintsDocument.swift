public import Fingerprints
public import JSON
public import Survey

/// The fingerprints of a project as a JSON document: everything that the index holds, and what a person reads from it.
///
/// Counts, sums and sums of squares are the index itself; `mean`, `deviation`, `share`, `relative` (nearness relative to
/// the strongest beacon, 0–1, by the log-distance model) and `dispersion` (its standard deviation, to first order) are
/// for readers, and are not read back.
public struct PrintsDocument: Sendable {
    public static let format = "pharos prints 1"

    public let index: FingerprintIndex
    /// The floors' names.
    public let floors: [FloorID: String]
    /// The slots' labels.
    public let labels: [SlotID: String]
    /// How the project tells beacons apart.
    public let policy: IdentityPolicy

    public init(
        index: FingerprintIndex,
        floors: [FloorID: String],
        labels: [SlotID: String],
        policy: IdentityPolicy = .frame
    ) {
        self.index = index
        self.floors = floors
        self.labels = labels
        self.policy = policy
    }

    /// The policies as the document names them.
    static let policies: [(name: String, policy: IdentityPolicy)] = [
        ("frame", .frame), ("address", .address), ("frame-and-address", .frameAndAddress),
    ]

    /// What hangs in each slot now, else what hung there last.
    public var occupants: [SlotID: BeaconIdentity] {
        var latest: [SlotID: AssignmentSpan] = [:]
        for span in index.spans where !span.isContested {
            guard let known = latest[span.slot] else {
                latest[span.slot] = span
                continue
            }
            let (end, knownEnd) = (span.to?.milliseconds ?? .max, known.to?.milliseconds ?? .max)
            let (start, knownStart) = (span.from?.milliseconds ?? .min, known.from?.milliseconds ?? .min)
            if (end, start) > (knownEnd, knownStart) { latest[span.slot] = span }
        }
        return latest.mapValues(\.identity)
    }

    static let headings = ["up", "right", "down", "left", "unknown"]
    /// The path loss exponent of the log-distance model.
    private static let pathLossExponent = 2.4

    /// The document.
    public var json: JSONValue {
        [
            "format": .string(Self.format),
            "identities": JSONValue(Self.policies.first { $0.policy == policy }?.name),
            "floors": .object(
                Dictionary(uniqueKeysWithValues: floors.map { ($0.key.description, .string($0.value)) })
            ),
            "spans": .array(index.spans.map(json(of:))),
            "points": .array(index.printed.map(json(of:))),
            "strayReadings": JSONValue(index.strayReadings),
            "scans": JSONValue(index.scanCount),
        ]
    }

    private func json(of span: AssignmentSpan) -> JSONValue {
        [
            "slot": .string(span.slot.description), "label": JSONValue(labels[span.slot]),
            "assignment": .string(span.assignment.description), "identity": .string(span.identity.description),
            "from": JSONValue(span.from?.milliseconds), "to": JSONValue(span.to?.milliseconds),
            "contested": .bool(span.isContested), "offset": .number(span.offset),
        ]
    }

    private func json(of point: PrintedPoint) -> JSONValue {
        var members: [String: JSONValue] = [
            "floor": .string(point.key.floor.description),
            "x": .integer(Int64(point.place.x)), "y": .integer(Int64(point.place.y)),
            "scans": .array(point.scans.map { .integer(Int64($0)) }),
        ]
        switch point.key {
        case .cell(_, let track, let cell):
            members["track"] = .string(track.description)
            members["cell"] = .integer(Int64(cell))
        case .place(_, let place):
            members["place"] = [.integer(Int64(place.x)), .integer(Int64(place.y))]
        case .tile(_, let column, let row):
            members["tile"] = [.integer(Int64(column)), .integer(Int64(row))]
        }
        var strongest: [UInt8: Double] = [:]
        for tally in point.tallies { strongest[tally.heading] = max(strongest[tally.heading] ?? -200, tally.mean) }
        members["prints"] = .array(
            point.tallies.map { tally in
                let scans = Double(point.scans[Int(tally.heading)])
                let relative = powerOfTen(
                    (tally.mean - (strongest[tally.heading] ?? tally.mean)) / (10 * Self.pathLossExponent)
                )
                // The derivative of 10^(r / 10n) is its value times ln 10 / 10n.
                let dispersion = relative * tally.deviation * 2.302_585_092_994_046 / (10 * Self.pathLossExponent)
                return [
                    "heading": .string(Self.headings[Int(tally.heading)]), "span": JSONValue(tally.span),
                    "n": .integer(tally.count), "sum": .integer(tally.sum),
                    "sumOfSquares": .integer(tally.sumOfSquares),
                    "mean": Self.rounded(tally.mean), "deviation": Self.rounded(tally.deviation),
                    "share": Self.rounded(scans > 0 ? Double(tally.count) / scans : 0),
                    "relative": Self.rounded(relative), "dispersion": Self.rounded(min(dispersion, 1)),
                ]
            }
        )
        return .object(members)
    }

    private static func rounded(_ value: Double) -> JSONValue { .number((value * 1_000).rounded() / 1_000) }
}

extension PrintedTally {
    /// In dBm.
    var mean: Double { Double(sum) / Double(count) }

    /// In dB, divided by n.
    var deviation: Double {
        let (n, sum) = (Double(count), Double(sum))
        return max(Double(sumOfSquares) / n - sum / n * (sum / n), 0).squareRoot()
    }
}
