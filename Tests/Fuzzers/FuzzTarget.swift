import CPharosSchema
import CProtobufC
import Fingerprints
import Survey
import Sync
import TestSupport
import Wire

/// A decoder of bytes from outside.
///
/// It may refuse them; it may not crash, nor read back what it wrote as something else.
enum FuzzTarget: String, CaseIterable {
    case clientFrames = "client-frames"
    case serverFrames = "server-frames"
    /// protobuf-c with memory of its own, so that the address sanitizer sees every part.
    case messages
    case payloads
    case envelopes
    case identities
    case releases
    /// Advertising data, HCI packets and what drives an adapter.
    case advertising
    case captures
    /// Readers of other people's files: the first byte says which.
    case imports

    /// The function that libFuzzer calls.
    var callback: FuzzCallback {
        switch self {
        case .clientFrames: { data, count in drain(Input(data, count).bytes, as: ClientMessage.self) }
        case .serverFrames: { data, count in drain(Input(data, count).bytes, as: ServerMessage.self) }
        case .messages:
            { data, count in
                let bytes = Input(data, count).bytes
                if let frame = pharos__frame__unpack(nil, bytes.count, bytes) {
                    pharos__frame__free_unpacked(frame, nil)
                }
                if let scan = pharos__scan_sampled__unpack(nil, bytes.count, bytes) {
                    pharos__scan_sampled__free_unpacked(scan, nil)
                }
                return 0
            }
        case .payloads: { data, count in readPayload(Input(data, count)) }
        case .envelopes:
            { data, count in
                let bytes = Input(data, count).bytes
                if let envelope = try? Envelope(bytes: bytes) { precondition(envelope.bytes == bytes) }
                return 0
            }
        case .identities:
            { data, count in
                let bytes = Input(data, count).bytes
                if let identity = BeaconIdentity(bytes: bytes) {
                    precondition(identity.bytes == bytes)
                    precondition(BeaconIdentity(identity.description) == identity)
                }
                if let identity = BeaconIdentity(String(decoding: bytes, as: UTF8.self)) {
                    precondition(BeaconIdentity(bytes: identity.bytes) == identity)
                }
                return 0
            }
        case .releases: { data, count in readRelease(Input(data, count)) }
        case .advertising:
            { data, count in
                RadioInputs.readAdvertising(Input(data, count).bytes)
                return 0
            }
        case .captures:
            { data, count in
                RadioInputs.readCapture(Input(data, count).bytes)
                return 0
            }
        case .imports:
            { data, count in
                let bytes = Input(data, count).bytes
                guard let first = bytes.first, let format = FuzzedImport(rawValue: first) else { return 0 }
                format.read(Array(bytes.dropFirst()))
                return 0
            }
        }
    }

    /// A valid input.
    func seed(using random: inout SeededGenerator) -> [UInt8] {
        switch self {
        case .clientFrames: (try? FrameEncoder().encode(ClientMessage.random(using: &random))) ?? []
        case .serverFrames: (try? FrameEncoder().encode(ServerMessage.random(using: &random))) ?? []
        case .messages: ServerMessage.random(using: &random).frameBody
        case .payloads: payloadInput(for: .random(using: &random))
        case .envelopes: Envelope.random(payload: random.bytes(20), using: &random).bytes
        case .identities: BeaconIdentity.random(using: &random).bytes
        case .releases: [UInt8.random(in: 0..<6, using: &random)] + random.bytes(20)
        case .advertising: RadioInputs.event(using: &random)
        case .captures: RadioInputs.capture(using: &random)
        case .imports:
            FuzzedImport.allCases.randomElement(using: &random).map { [$0.rawValue] + $0.sample.utf8 } ?? []
        }
    }
}

/// An input as an array of its own, so that reading past its end is seen.
private struct Input {
    let bytes: [UInt8]

    init(_ data: UnsafePointer<UInt8>?, _ count: Int) { bytes = Array(UnsafeBufferPointer(start: data, count: count)) }

    /// The first byte, which chooses what the rest is.
    var choice: UInt8 { bytes.first ?? 0 }
    var rest: [UInt8] { Array(bytes.dropFirst()) }
}

private func drain<Content: FrameMessage>(_ bytes: [UInt8], as _: Content.Type) -> Int32 {
    var decoder = FrameDecoder<Content>()
    do throws(FrameError) {
        for half in [bytes.prefix(bytes.count / 2), bytes.dropFirst(bytes.count / 2)] {
            decoder.append(half)
            while let message = try decoder.next() {
                var again = FrameDecoder<Content>()
                if let frame = try? FrameEncoder().encode(message) {
                    again.append(frame)
                    let read = try again.next()
                    precondition(read == message)
                }
            }
        }
    } catch {
        precondition(decoder.bufferedByteCount == 0)
    }
    return 0
}

/// The kind of an event, then its payload.
private func payloadInput(for event: SurveyEvent) -> [UInt8] {
    [UInt8(truncatingIfNeeded: event.kind.rawValue)] + PayloadCoder().encode(event)
}

private func readPayload(_ input: Input) -> Int32 {
    let coder = PayloadCoder()
    let kind = UInt16(input.choice)
    let decoded = coder.decode(kind: kind, schemaVersion: 1, payload: input.rest)
    if case .event(let event) = decoded {
        precondition(coder.decode(kind: kind, schemaVersion: 1, payload: coder.encode(event)) == decoded)
    }
    var scans = ScanDecoder()
    let compact = scans.decode(schemaVersion: 1, payload: input.rest)
    switch (compact, coder.decode(kind: EventKind.scanSampled.rawValue, schemaVersion: 1, payload: input.rest)) {
    case (.scan(let compact), .event(.scanSampled(let whole))):
        precondition(compact.readings.map { scans.identities[Int($0.identity)] } == whole.readings.map(\.identity))
    case (.malformed(let left), .malformed(let right)): precondition(left == right)
    default: preconditionFailure("The two decoders of scans disagree.")
    }
    return 0
}

private func readRelease(_ input: Input) -> Int32 {
    let coder = ReleaseCoder()
    let names: [BlockName] = [.geometry, .assignments, .policy, .prints(FloorID(high: 0, low: 0))]
    switch Int(input.choice) {
    case let number where number < names.count:
        if let block = coder.decodeBlock(input.rest, named: names[number]) {
            precondition(coder.decodeBlock(coder.encode(block), named: names[number]) == block)
        }
    case names.count:
        if let manifest = coder.decodeManifest(input.rest) {
            precondition(coder.decodeManifest(coder.encode(manifest)) == manifest)
        }
    default:
        if let delta = coder.decodeDelta(input.rest) { precondition(coder.decodeDelta(coder.encode(delta)) == delta) }
    }
    return 0
}
