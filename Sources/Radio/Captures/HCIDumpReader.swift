/// Reads the text of `hcidump -R`: `>` begins a received packet, `<` a sent one, further lines are indented.
struct HCIDumpReader: CaptureReader {
    /// No line of `hcidump -R` is longer than some 70 characters.
    private static let maximumLineLength = 4_096

    private var line: [UInt8] = []
    private var lineNumber = 0
    private var packet: [UInt8]?
    private var problems: [CaptureProblem] = []

    mutating func read(_ bytes: some Collection<UInt8>) throws(CaptureProblem) -> [CapturedPacket] {
        var packets: [CapturedPacket] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                if let whole = endLine() { packets.append(whole) }
            } else {
                line.append(byte)
                guard line.count <= Self.maximumLineLength else { throw .oversizedRecord(declared: line.count) }
            }
        }
        return packets
    }

    /// Takes in a line, and returns the packet that its beginning ends.
    private mutating func endLine() -> CapturedPacket? {
        defer { line.removeAll(keepingCapacity: true) }
        lineNumber += 1
        let text = String(decoding: line, as: UTF8.self)
        guard let first = text.first(where: { !$0.isWhitespace }) else { return nil }
        let continues = text.first?.isWhitespace == true
        let finished = continues ? nil : endPacket()
        guard continues || first == ">" else { return finished }
        guard !continues || packet != nil else { return finished }
        for word in text.split(whereSeparator: \.isWhitespace) where word != ">" {
            guard word.utf8.count == 2, let byte = UInt8(word, radix: 16) else {
                problems.append(.malformedLine(number: lineNumber))
                break
            }
            packet = (packet ?? []) + [byte]
        }
        return finished
    }

    private mutating func endPacket() -> CapturedPacket? {
        defer { packet = nil }
        return packet.map { CapturedPacket(time: nil, content: .hci($0)) }
    }

    mutating func finish() -> (packets: [CapturedPacket], problems: [CaptureProblem]) {
        let before = line.isEmpty ? nil : endLine()
        return ([before, endPacket()].compactMap(\.self), problems)
    }
}
