import Crypto
import Survey
import Sync
import TestSupport
import Testing
import Wire

/// Compares today's formats with bytes that were written before.
///
/// The golden bytes are read, and must mean and be written as what they did: they never depend on how a random event is
/// made, only `tools/golden` does.
@Suite("Golden files")
struct GoldenTests {
    private let hashing = SHA256()

    @Test("an envelope of every kind is read, hashed, chained and written as it ever was")
    func envelopes() throws {
        let file = GoldenFile("envelopes.txt")
        if GoldenFile.isRewriting { try file.write(newEnvelopes()) }
        var entries = file.lines[...]
        var chain = Digest.zero
        for kind in EventKind.allCases {
            let entry = entries.prefix(4).map { String($0) }
            entries = entries.dropFirst(4)
            try #require(entry.count == 4 && entry[0] == "\(kind.rawValue) \(kind.name)", "run tools/golden: \(kind)")
            let bytes = try #require([UInt8](hexadecimal: entry[1].value))
            let envelope = try Envelope(bytes: bytes)
            chain = .chain(after: chain, event: envelope.hash(with: hashing), commitment(of: kind), with: hashing)
            let payload = PayloadCoder().decode(
                kind: envelope.kind,
                schemaVersion: envelope.schemaVersion,
                payload: envelope.payload
            )
            guard case .event(let event) = payload else {
                Issue.record("\(kind): \(payload)")
                continue
            }
            #expect(event.kind == kind)
            #expect(PayloadCoder().encode(event) == envelope.payload, "\(kind)")
            #expect(envelope.bytes == bytes, "\(kind)")
            #expect(entry[2].value == "\(envelope.hash(with: hashing)) \(chain)", "\(kind)")
            #expect(entry[3].value == event.summary, "\(kind)")
        }
        #expect(entries.isEmpty)
    }

    @Test("a frame of every message is read and written as it ever was")
    func frames() throws {
        let file = GoldenFile("frames.txt")
        if GoldenFile.isRewriting { try file.write(newFrames()) }
        var cases: Set<String> = []
        for line in file.lines {
            let fields = line.split(separator: " ", maxSplits: 2).map(String.init)
            try #require(fields.count == 3)
            let bytes = try #require([UInt8](hexadecimal: fields[1]))
            if fields[0].hasPrefix("client.") {
                try check(bytes, fields[2], as: ClientMessage.self)
            } else {
                try check(bytes, fields[2], as: ServerMessage.self)
            }
            cases.insert(fields[0])
        }
        #expect(cases.count == 15 + 17 + 1, "run tools/golden: \(cases.sorted())")
    }

    private func check<Content: FrameMessage>(_ bytes: [UInt8], _ summary: String, as _: Content.Type) throws {
        var decoder = FrameDecoder<Content>()
        decoder.append(bytes)
        let message = try #require(try decoder.next())
        #expect("\(message)".escaped == summary)
        // What another version of zstd makes of the same body is no change of ours.
        if bytes[4] == 0 { #expect(try FrameEncoder().encode(message) == bytes, "\(message)") }
    }

    /// What a server might have said of the event: the chain holds it, too.
    private func commitment(of kind: EventKind) -> Commitment {
        let number = kind.rawValue
        return Commitment(
            position: UInt64(number),
            receivedAt: Timestamp(milliseconds: 1_767_225_600_000 + Int64(number)),
            occurredAt: Timestamp(milliseconds: 1_767_225_600_000 - Int64(number)),
            isEstimated: number.isMultiple(of: 2),
            seen: UInt64(number) - 1,
            isDuplicate: number.isMultiple(of: 3)
        )
    }

    private func newEnvelopes() -> [String] {
        var chain = Digest.zero
        return EventKind.allCases.flatMap { kind in
            var random = SeededGenerator(Seed(value: 1_000 + UInt64(kind.rawValue)))
            let event = SurveyEvent.random(kind, using: &random)
            let shape = Envelope.random(using: &random)
            let envelope = Envelope(
                project: shape.project,
                agent: shape.agent,
                incarnation: shape.incarnation,
                sequence: UInt64(kind.rawValue),
                previousHash: shape.previousHash,
                recordedAt: Timestamp(milliseconds: 1_767_225_600_000),
                basis: shape.basis,
                origin: shape.origin,
                kind: kind.rawValue,
                schemaVersion: kind.schemaVersion,
                payload: PayloadCoder().encode(event)
            )
            let hash = envelope.hash(with: hashing)
            chain = .chain(after: chain, event: hash, commitment(of: kind), with: hashing)
            return [
                "\(kind.rawValue) \(kind.name)", "  envelope: \(envelope.bytes.hexadecimal)",
                "  hash and chain: \(hash) \(chain)", "  event: \(event.summary)",
            ]
        }
    }

    private func newFrames() throws -> [String] {
        var random = SeededGenerator(Seed(value: 77))
        var lines: [String: String] = [:]
        func keep<Content: FrameMessage>(_ message: Content, _ side: String) throws {
            let frame = try FrameEncoder().encode(message)
            let name = "\(side).\("\(message)".prefix { $0.isLetter })" + (frame[4] == 0 ? "" : ".zstd")
            guard lines[name] == nil, frame[4] == 0 || name == "client.push.zstd", frame.count < 600 else { return }
            lines[name] = "\(name) \(frame.hexadecimal) \("\(message)".escaped)"
        }
        for _ in 0..<1_000 {
            try keep(ClientMessage.random(using: &random), "client")
            try keep(ServerMessage.random(using: &random), "server")
        }
        return lines.sorted { $0.key < $1.key }.map(\.value)
    }
}

extension SurveyEvent {
    /// What the event says, in one line of ASCII.
    fileprivate var summary: String { "\(self)".escaped }
}

extension String {
    /// What stands behind the first colon and space.
    fileprivate var value: String { split(separator: ": ", maxSplits: 1).last.map(String.init) ?? "" }

    /// The text without module names, and with everything but printable ASCII as escapes.
    fileprivate var escaped: String {
        let short = replacing(#/\b(?:Survey|Sync|Swift)\./#, with: "")
        return short.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
    }
}
