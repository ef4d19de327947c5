public import JSON

/// Cuts a stream of bytes into JSON documents, one a line; a bad line costs itself alone.
///
/// Bytes in, documents out: whoever reads the file or the pipe feeds what came, in pieces of any size.
public struct JSONLines: Sendable {
    /// The most bytes a line may have: a scan of 1,000 readings has about 150,000.
    public static let maximumLength = 1 << 20

    private var rest: [UInt8] = []
    private var isSkipping = false
    /// The number of the last line that was cut off, from 1; 0 before the first.
    public private(set) var line = 0

    public init() {}

    /// A line's number, and the document on it or what is wrong with it.
    public typealias Element = (line: Int, document: Result<JSONValue, ScanLineError>)

    /// Takes in more bytes; gives the lines that are complete now, empty ones left out.
    public mutating func feed(_ bytes: some Collection<UInt8>) -> [Element] {
        var elements: [Element] = []
        var remaining = bytes[...]
        while let end = remaining.firstIndex(of: UInt8(ascii: "\n")) {
            take(remaining[..<end])
            remaining = remaining[remaining.index(after: end)...]
            if let element = cut() { elements.append(element) }
        }
        take(remaining)
        return elements
    }

    /// Ends the input; gives the last line where no line end closed it.
    public mutating func finish() -> Element? { rest.isEmpty && !isSkipping ? nil : cut() }

    /// Keeps a piece of the current line, unless the line has become too long to keep.
    private mutating func take(_ piece: some Collection<UInt8>) {
        if isSkipping { return }
        rest += piece
        if rest.count > Self.maximumLength {
            isSkipping = true
            rest = []
        }
    }

    private mutating func cut() -> Element? {
        line += 1
        defer {
            rest.removeAll(keepingCapacity: true)
            isSkipping = false
        }
        if isSkipping { return (line, .failure(ScanLineError(line: line, problem: .tooLong))) }
        // Editors on Windows put a byte order mark in front of a file.
        if line == 1, rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest.removeFirst(3) }
        if rest.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { return nil }
        do {
            return (line, .success(try JSONValue(parsing: rest)))
        } catch {
            return (line, .failure(ScanLineError(line: line, problem: .notJSON(error))))
        }
    }
}
