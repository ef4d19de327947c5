/// Reads the text of `hcidump -R`: `>` begins a received packet, `<` a sent one, further lines are indented.
struct HCIDumpReader: CaptureReader {
    /// No line of `hcidump -R` is longer than some 70 characters.
    private static let maximumLineLength = 4_096

    private var line: [UInt8] = []
    private var lineNumber = 0
    private var packet: [UInt8]?
    private var time: Int64?
    private var problems: [CaptureProblem] = []

    mutating func read(_ bytes: some Collection<UInt8>) -> (packets: [CapturedPacket], problem: CaptureProblem?) {
        var packets: [CapturedPacket] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                if let whole = endLine() { packets.append(whole) }
            } else {
                line.append(byte)
                guard line.count <= Self.maximumLineLength else {
                    return (packets, .oversizedRecord(declared: line.count))
                }
            }
        }
        return (packets, nil)
    }

    /// Takes in a line, and returns the packet that its beginning ends.
    ///
    /// A line of bytes without a mark goes on with the packet; any other line is a remark, and ends it.
    private mutating func endLine() -> CapturedPacket? {
        defer { line.removeAll(keepingCapacity: true) }
        lineNumber += 1
        // Editors on Windows put a byte order mark in front of a file.
        if lineNumber == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        let text = String(decoding: line, as: UTF8.self)
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        if let mark = text.firstIndex(where: { $0 == ">" || $0 == "<" }), let stamp = Self.stamp(text[..<mark]) {
            let finished = endPacket()
            guard text[mark] == ">" else { return finished }
            packet = []
            time = stamp.time
            take(text[text.index(after: mark)...])
            return finished
        }
        guard packet != nil, text.first?.isWhitespace == true || text.prefix(3).allSatisfy(Self.isByteText) else {
            return endPacket()
        }
        take(text[...])
        return nil
    }

    private mutating func take(_ text: Substring) {
        for word in text.split(whereSeparator: \.isWhitespace) {
            guard word.utf8.count == 2, let byte = UInt8(word, radix: 16) else {
                problems.append(.malformedLine(number: lineNumber))
                return
            }
            packet?.append(byte)
        }
    }

    /// When a packet was received, as its line says.
    private struct Stamp {
        let time: Int64?
    }

    private static func isByteText(_ character: Character) -> Bool { character.isHexDigit || character == " " }

    /// What stands before the mark: nothing, or with `-t` seconds since 1970; nil where it is something else.
    private static func stamp(_ text: Substring) -> Stamp? {
        let word = text.trimmed
        if word.isEmpty { return Stamp(time: nil) }
        let parts = word.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, parts[1].count == 6, let microseconds = Int64(parts[1]), microseconds >= 0 else {
            return nil
        }
        if let seconds = Int64(parts[0]), (0...9_999_999_999).contains(seconds) {
            return Stamp(time: seconds * 1_000_000 + microseconds)
        }
        // With -V the date is written in the local time of a machine that is not known: no time to rely on.
        return parts[0].split(whereSeparator: { "- :".contains($0) }).count == 6 ? Stamp(time: nil) : nil
    }

    private mutating func endPacket() -> CapturedPacket? {
        defer { packet = nil }
        guard let packet, !packet.isEmpty else { return nil }
        return CapturedPacket(time: time, content: .hci(packet))
    }

    mutating func finish() -> (packets: [CapturedPacket], problems: [CaptureProblem]) {
        let before = line.isEmpty ? nil : endLine()
        return ([before, endPacket()].compactMap(\.self), problems)
    }
}

extension Substring {
    /// The text without white space at both ends.
    fileprivate var trimmed: Substring {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return self[endIndex...] }
        return self[first...last]
    }
}
