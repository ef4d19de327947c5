import Survey
import TestSupport
import Testing
import Wire

@Suite("Scan decoder")
struct ScanDecoderTests {
    private let coder = PayloadCoder()

    @Test("reads from every payload what the payload coder reads", arguments: Seed.forThisRun(20))
    func agreement(seed: Seed) {
        var random = SeededGenerator(seed)
        var decoder = ScanDecoder()
        var previous = ScanSampled.random(readings: 5, using: &random)
        for _ in 0..<100 {
            let fresh = ScanSampled.random(readings: .random(in: 0...30, using: &random), using: &random)
            let known = previous.readings.shuffled(using: &random)
            let scan = ScanSampled(
                walk: fresh.walk,
                track: fresh.track,
                distanceAlong: fresh.distanceAlong,
                floor: fresh.floor,
                point: fresh.point,
                heading: fresh.heading,
                window: fresh.window,
                readings: fresh.readings + known.prefix(10)
            )
            previous = scan
            var payload = coder.encode(.scanSampled(scan))
            if Bool.random(using: &random) { payload.damage(using: &random) }
            let whole = coder.decode(kind: EventKind.scanSampled.rawValue, schemaVersion: 1, payload: payload)
            let compact = decoder.decode(schemaVersion: 1, payload: payload)
            let agree = compact.expanded(with: decoder.identities) == whole
            #expect(agree, "payload \(payload.hexadecimal)")
        }
    }

    @Test("gives an identity one number, however often it comes; a name of other bytes is another identity")
    func numbers() throws {
        let long = String(repeating: "e\u{301}", count: 100)
        let names = ["Caf\u{E9}", "Cafe\u{301}", long, "Bar", "Caf\u{E9}", long]
        let readings = try names.map {
            Reading(identity: BeaconIdentity(.name($0)), rssi: try #require(RSSI(dBm: -60)))
        }
        var random = SeededGenerator(Seed(value: 1))
        let shape = ScanSampled.random(readings: 0, using: &random)
        let scan = ScanSampled(
            walk: shape.walk,
            floor: shape.floor,
            point: shape.point,
            window: shape.window,
            readings: readings
        )
        var decoder = ScanDecoder()
        for _ in 0..<3 {
            let decoded = decoder.decode(schemaVersion: 1, payload: coder.encode(.scanSampled(scan)))
            guard case .scan(let compact) = decoded else {
                Issue.record("\(decoded)")
                return
            }
            #expect(compact.readings.map(\.identity) == [0, 1, 2, 3, 0, 2])
        }
        #expect(decoder.identities.count == 4)
    }

    @Test("a version that is too new is unknown")
    func unknown() {
        var decoder = ScanDecoder()
        #expect(decoder.decode(schemaVersion: 2, payload: []) == .unknown)
        #expect(decoder.decode(schemaVersion: 0, payload: []) == .unknown)
    }
}

extension DecodedScan {
    /// The same answer as the payload coder would give it.
    fileprivate func expanded(with identities: [BeaconIdentity]) -> DecodedPayload {
        switch self {
        case .unknown: .unknown(kind: EventKind.scanSampled.rawValue, schemaVersion: 1)
        case .malformed(let reason): .malformed(reason: reason)
        case .scan(let scan):
            .event(
                .scanSampled(
                    ScanSampled(
                        walk: scan.walk,
                        track: scan.track,
                        distanceAlong: scan.distanceAlong,
                        floor: scan.floor,
                        point: scan.point,
                        heading: scan.heading,
                        window: scan.window,
                        readings: scan.readings.map {
                            Reading(identity: identities[Int($0.identity)], rssi: $0.rssi, packets: $0.packets)
                        }
                    )
                )
            )
        }
    }
}
