/// Reads scan lines from a file or from standard input, one after the other, without holding the file in memory.
public struct ScanReader: ~Copyable {
    private let file: ByteStream
    private var lines = JSONLines()
    /// Lines that are cut but not yet given, the next one last.
    private var waiting: [JSONLines.Element] = []
    private var isAtEnd = false

    /// Opens a file; `-` is standard input.
    public init(path: String) throws(FileError) { file = try ByteStream(path: path) }

    /// The next scan, or what is wrong with the next line; nil at the end.
    ///
    /// - Throws: ``FileError`` where reading fails, `CancellationError` where the task was cancelled while it waited.
    public mutating func next() throws -> Result<ScanLine, ScanLineError>? {
        while waiting.isEmpty && !isAtEnd {
            if let bytes = try file.read() {
                waiting = lines.feed(bytes).reversed()
            } else {
                isAtEnd = true
                if let last = lines.finish() { waiting = [last] }
            }
        }
        guard let (line, document) = waiting.popLast() else { return nil }
        return document.flatMap { json in
            Result { () throws(ScanLineError) in try ScanLine(json: json, line: line) }
        }
    }

    /// Every scan of a file's bytes, in order; the first bad line ends the reading.
    public static func scans(of bytes: [UInt8]) throws(ScanLineError) -> [ScanLine] {
        var lines = JSONLines()
        var elements = lines.feed(bytes)
        if let last = lines.finish() { elements.append(last) }
        var scans: [ScanLine] = []
        scans.reserveCapacity(elements.count)
        for element in elements {
            scans.append(try ScanLine(json: try element.document.get(), line: element.line))
        }
        return scans
    }

    /// Every scan of a file, in order; the first bad line ends the reading.
    public static func scans(in path: String) throws -> [ScanLine] {
        var reader = try ScanReader(path: path)
        var scans: [ScanLine] = []
        while let scan = try reader.next() { scans.append(try scan.get()) }
        return scans
    }
}
