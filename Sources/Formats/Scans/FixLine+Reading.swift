public import JSON
import Survey

extension FixLine {
    /// Reads a fix from the document of one line.
    public init(json: JSONValue, line: Int) throws(ScanLineError) {
        func missing(_ field: String) -> ScanLineError { ScanLineError(line: line, problem: .missing(field: field)) }
        guard json.members != nil else { throw ScanLineError(line: line, problem: .notAnObject(found: json.kind)) }
        guard let time = json["t"]?.integer else { throw missing("t") }
        guard let state = json["state"]?.text.flatMap(State.init) else { throw missing("state") }
        guard let metric = json["metric"]?.text else { throw missing("metric") }
        guard let slots = json["slots"]?.integer.flatMap({ Int(exactly: $0) }) else { throw missing("slots") }
        var point: Point?
        if let x = json["x"]?.double, let y = json["y"]?.double { point = Point(x: x, y: y) }
        self.init(
            time: Timestamp(milliseconds: time),
            walk: json["walk"]?.text,
            state: state,
            floor: json["floor"]?.text,
            point: point,
            accuracy: json["accuracy"]?.double,
            metric: metric,
            slots: slots,
            release: json["release"]?.integer.flatMap { UInt64(exactly: $0) }
        )
    }

    /// Every fix of a file, in order; the first bad line ends the reading.
    public static func fixes(in path: String) throws -> [FixLine] {
        var lines = JSONLines()
        var elements = lines.feed(try FileContents.read(path))
        if let last = lines.finish() { elements.append(last) }
        return try elements.map { try FixLine(json: $0.document.get(), line: $0.line) }
    }
}
