/// Reads pcapng files: section, interface, enhanced, simple and old packet blocks; other blocks are passed over.
struct PcapngReader: CaptureReader {
    private enum Block {
        static let section: UInt32 = 0x0A0D_0D0A
        static let interface: UInt32 = 1
        /// What writers used before there were enhanced packets.
        static let packet: UInt32 = 2
        static let simplePacket: UInt32 = 3
        static let enhancedPacket: UInt32 = 6
    }

    private var buffer = RecordBuffer()
    private var isBigEndian = false
    private var interfaces: [PcapngInterface] = []
    private var blockNumber = 0
    private var problems: [CaptureProblem] = []

    mutating func read(_ bytes: some Collection<UInt8>) -> (packets: [CapturedPacket], problem: CaptureProblem?) {
        buffer.append(bytes)
        var packets: [CapturedPacket] = []
        while let start = buffer.peek(0, 12) {
            // The byte order stands behind the length it applies to.
            if UInt32(bigEndian: start, at: 0) == Block.section { isBigEndian = start[8] == 0x1A }
            let length = Int(UInt32(start, at: 4, isBigEndian: isBigEndian) ?? 0)
            guard (12...CaptureFormat.maximumRecordSize).contains(length), length.isMultiple(of: 4) else {
                return (packets, .oversizedRecord(declared: length))
            }
            guard let block = buffer.peek(0, length) else { break }
            buffer.skip(length)
            blockNumber += 1
            do throws(CaptureProblem) {
                if let packet = try read(block: block) { packets.append(packet) }
            } catch {
                note(error)
            }
        }
        return (packets, nil)
    }

    /// Keeps a problem that does not end the reading; one that each packet would repeat is kept once.
    private mutating func note(_ problem: CaptureProblem) {
        if case .unsupported = problem, problems.contains(problem) { return }
        problems.append(problem)
    }

    private mutating func read(block: [UInt8]) throws(CaptureProblem) -> CapturedPacket? {
        let body = Array(block[8..<block.count - 4])
        switch UInt32(block, at: 0, isBigEndian: isBigEndian) {
        case Block.section: interfaces = []
        case Block.interface:
            let interface = try PcapngInterface(body, isBigEndian: isBigEndian).orThrow(damaged)
            interfaces.append(interface)
            if interface.link == nil { throw .unsupported("the link type \(interface.number)") }
        case Block.enhancedPacket:
            return try packet(body, at: 20, from: Int(word(body, 0)), length: word(body, 12), isStamped: true)
        case Block.packet:
            let index = try UInt16(body, at: 0, isBigEndian: isBigEndian).orThrow(damaged)
            return try packet(body, at: 20, from: Int(index), length: word(body, 12), isStamped: true)
        case Block.simplePacket:
            // Its length is that on the wire; what is there may be less, and padded.
            let limit = interfaces.first?.snapLength ?? .max
            return try packet(body, at: 4, from: 0, length: min(word(body, 0), limit), isStamped: false)
        default: break
        }
        return nil
    }

    private func packet(
        _ body: [UInt8],
        at start: Int,
        from index: Int,
        length: UInt32,
        isStamped: Bool
    ) throws(CaptureProblem) -> CapturedPacket? {
        guard interfaces.indices.contains(index), body.count - start >= Int(length) else { throw damaged }
        let interface = interfaces[index]
        let content = interface.link?.content(of: Array(body[start..<start + Int(length)]))
        let stamp = isStamped ? try UInt64(word(body, 4)) << 32 | UInt64(word(body, 8)) : nil
        return content.map { CapturedPacket(time: stamp.map(interface.microseconds), content: $0) }
    }

    private var damaged: CaptureProblem { .damagedRecord(number: blockNumber) }

    private func word(_ body: [UInt8], _ offset: Int) throws(CaptureProblem) -> UInt32 {
        try UInt32(body, at: offset, isBigEndian: isBigEndian).orThrow(damaged)
    }

    mutating func finish() -> (packets: [CapturedPacket], problems: [CaptureProblem]) {
        ([], problems + (buffer.count == 0 ? [] : [.truncated(bytes: buffer.count)]))
    }
}

extension Optional {
    /// The value, or a problem where there is none.
    fileprivate func orThrow(_ problem: CaptureProblem) throws(CaptureProblem) -> Wrapped {
        guard let self else { throw problem }
        return self
    }
}
