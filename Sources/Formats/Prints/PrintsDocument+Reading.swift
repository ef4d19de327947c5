import Fingerprints
import JSON
import Survey

extension PrintsDocument {
    /// Reads a document: the same index as the one it was written from.
    ///
    /// - Throws: ``ImportError``; a document whose parts do not fit each other is refused as a whole.
    public init(_ bytes: [UInt8], path: String) throws(ImportError) {
        let file = try JSONFile(bytes, path: path)
        guard file.document["format"]?.text == Self.format else { throw file.missing("format \"\(Self.format)\"") }
        guard let floors = file.document["floors"]?.members, let spans = file.document["spans"]?.elements,
            let points = file.document["points"]?.elements,
            let strays = file.document["strayReadings"]?.integer.flatMap({ Int(exactly: $0) }),
            let scans = file.document["scans"]?.integer.flatMap({ Int(exactly: $0) })
        else { throw file.missing("floors, spans, points, strayReadings or scans") }
        var names: [FloorID: String] = [:]
        for (id, name) in floors {
            guard let floor = FloorID(id), let name = name.text else { throw file.missing("floors.\(id.prefix(40))") }
            names[floor] = name
        }
        var labels: [SlotID: String] = [:]
        var read: [AssignmentSpan] = []
        for (number, json) in spans.enumerated() {
            guard let span = Self.span(json) else { throw file.missing("spans[\(number)]") }
            labels[span.slot] = json["label"]?.text
            read.append(span)
        }
        var printed: [PrintedPoint] = []
        printed.reserveCapacity(points.count)
        for (number, json) in points.enumerated() {
            guard let point = Self.point(json) else { throw file.missing("points[\(number)]") }
            printed.append(point)
        }
        let index = FingerprintIndex(printed: printed, spans: read, strayReadings: strays, scanCount: scans)
        guard let index else {
            throw .malformed(path: path, line: nil, reason: "Its points and spans are not those of one index.")
        }
        // Documents of former versions do not say; most projects go by the frame.
        let policy = file.document["identities"]?.text ?? "frame"
        guard let known = Self.policies.first(where: { $0.name == policy })?.policy else {
            throw file.missing("identities")
        }
        self.init(index: index, floors: names, labels: labels, policy: known)
    }

    private static func span(_ json: JSONValue) -> AssignmentSpan? {
        guard let slot = json["slot"]?.text.flatMap({ SlotID($0) }),
            let assignment = json["assignment"]?.text.flatMap({ AssignmentID($0) }),
            let identity = json["identity"]?.text.flatMap({ BeaconIdentity($0) }),
            case .bool(let isContested)? = json["contested"], let offset = json["offset"]?.double
        else { return nil }
        return AssignmentSpan(
            slot: slot,
            assignment: assignment,
            identity: identity,
            from: json["from"]?.integer.map { Timestamp(milliseconds: $0) },
            to: json["to"]?.integer.map { Timestamp(milliseconds: $0) },
            isContested: isContested,
            offset: offset
        )
    }

    private static func point(_ json: JSONValue) -> PrintedPoint? {
        guard let floor = json["floor"]?.text.flatMap({ FloorID($0) }), let key = key(json, floor),
            let x = int32(json["x"]), let y = int32(json["y"]),
            let scans = json["scans"]?.elements?.compactMap({ $0.integer.flatMap { UInt32(exactly: $0) } }),
            let prints = json["prints"]?.elements
        else { return nil }
        var tallies: [PrintedTally] = []
        for print in prints {
            guard let heading = print["heading"]?.text.flatMap({ headings.firstIndex(of: $0) }),
                let span = print["span"]?.integer.flatMap({ Int(exactly: $0) }), let count = print["n"]?.integer,
                let sum = print["sum"]?.integer, let sumOfSquares = print["sumOfSquares"]?.integer
            else { return nil }
            tallies.append(
                PrintedTally(
                    heading: UInt8(heading),
                    span: span,
                    count: count,
                    sum: sum,
                    sumOfSquares: sumOfSquares
                )
            )
        }
        return PrintedPoint(key: key, place: MillimetrePoint(x: x, y: y), scans: scans, tallies: tallies)
    }

    private static func key(_ json: JSONValue, _ floor: FloorID) -> ReferencePointKey? {
        if let track = json["track"]?.text.flatMap({ TrackID($0) }), let cell = int32(json["cell"]) {
            return .cell(floor, track, cell)
        }
        func pair(_ name: String) -> (Int32, Int32)? {
            guard let elements = json[name]?.elements, elements.count == 2, let first = int32(elements[0]),
                let second = int32(elements[1])
            else { return nil }
            return (first, second)
        }
        if let (x, y) = pair("place") { return .place(floor, MillimetrePoint(x: x, y: y)) }
        if let (column, row) = pair("tile") { return .tile(floor, column, row) }
        return nil
    }

    private static func int32(_ json: JSONValue?) -> Int32? { json?.integer.flatMap { Int32(exactly: $0) } }
}
