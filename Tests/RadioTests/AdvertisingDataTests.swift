import Radio
import Survey
import TestSupport
import Testing

@Suite("Advertising data")
struct AdvertisingDataTests {
    /// The frames in some hexadecimal digits, and what could not be read.
    private func read(_ digits: String) throws -> ([BeaconFrame], FrameProblem?) {
        let bytes = try #require([UInt8](hexadecimal: digits))
        var frames: [BeaconFrame] = []
        let problem = AdvertisingData.parse(bytes.span, into: &frames)
        return (frames, problem)
    }

    @Test("an iBeacon gives its triple and its power at 1 m")
    func iBeacon() throws {
        let (frames, problem) = try read("0201061aff4c000215fda50693a4e24fb1afcfc6eb07647825275165c1c5")
        let uuid = try #require(ProximityUUID("FDA50693-A4E2-4FB1-AFCF-C6EB07647825"))
        #expect(problem == nil)
        #expect(frames == [.iBeacon(uuid: uuid, major: 10065, minor: 26049, power: AdvertisedPower(dBm: -59))])
    }

    @Test("an AltBeacon is read from any manufacturer, with or without its last byte")
    func altBeacon() throws {
        let id = try #require(BeaconIdentity("altbeacon:2f234454cf6d4a0fadf2f4911ba9ffa600010002"))
        for (digits, reserved) in [
            ("02011a1bff1801beac2f234454cf6d4a0fadf2f4911ba9ffa600010002c509", UInt8(9)),
            ("02011a1aff1801beac2f234454cf6d4a0fadf2f4911ba9ffa600010002c5000000", nil),
        ] {
            let (frames, problem) = try read(digits)
            let frame = try #require(frames.first)
            #expect(problem == nil)
            #expect(frame.identity == id.frame)
            #expect(frame.power == AdvertisedPower(dBm: -59))
            guard case .altBeacon(_, 0x0118, _, reserved) = frame else {
                Issue.record("\(frame)")
                continue
            }
        }
    }

    @Test("an Eddystone-UID's power is converted to 1 m")
    func eddystoneUID() throws {
        let (frames, _) = try read("0201060303aafe1716aafe00e3123456789012346789010000000000010000")
        let uid = EddystoneUID(high: 0x1234_5678_9012_3467, low: 0x8901_0000_0000_0001)
        #expect(frames == [.eddystoneUID(uid, power: AdvertisedPower(dBm: -29 - 41))])
    }

    @Test("an Eddystone-URL is spelt out")
    func eddystoneURL() throws {
        let (frames, _) = try read("0303aafe1316aafe10f8036769746875620063697472757a")
        #expect(frames == [.eddystoneURL("https://github.com/citruz", power: AdvertisedPower(dBm: -8 - 41))])
    }

    @Test("telemetry gives battery, temperature, count and uptime, whatever follows it")
    func telemetry() throws {
        let (frames, problem) = try read("0201060303aafe1116aafe20000b1813000000146700002ac4e4")
        let expected = Telemetry(batteryVoltage: 2840, temperature: 19, advertisementCount: 5223, uptime: 1_094_800)
        #expect(frames == [.eddystoneTelemetry(expected)])
        #expect(problem == .truncated(declared: 0xE4, left: 0))
    }

    @Test("a value that a beacon does not support is absent")
    func unsupportedTelemetry() throws {
        let (frames, _) = try read("1116aafe20000000800000000001000000020000")
        let expected = Telemetry(batteryVoltage: nil, temperature: nil, advertisementCount: 1, uptime: 200)
        #expect(frames == [.eddystoneTelemetry(expected)])
    }

    @Test("an ephemeral identifier is recognised and names nobody")
    func ephemeral() throws {
        let (frames, _) = try read("0201060303aafe0d16aafe30e34549445f74657374")
        #expect(frames == [.eddystoneEphemeral(0x4549_445F_7465_7374, power: AdvertisedPower(dBm: -29 - 41))])
        #expect(frames.first?.identity == nil)
    }

    @Test(
        "an implausible power is kept and flagged",
        arguments: [("f8", -8, false), ("03", 3, false), ("c5", -59, true)]
    )
    func implausiblePower(digits: String, dBm: Int, isPlausible: Bool) throws {
        let (frames, _) = try read("1aff4c000215fda50693a4e24fb1afcfc6eb07647825275165c1\(digits)")
        let power = try #require(frames.first?.power)
        #expect(power.dBm == dBm)
        #expect(power.isPlausible == isPlausible)
    }

    @Test(
        "damage has a reason of its own",
        arguments: [
            ("30303030303030", FrameProblem.truncated(declared: 48, left: 6)),
            ("0201060303", .truncated(declared: 3, left: 1)),
            ("02011a16ff1801beac2f234454cf6d4a0fadf2f4911ba9ffa600", .shortFrame(.altBeacon, length: 21)),
            ("15ff4c000215fda50693a4e24fb1afcfc6eb07647825", .shortFrame(.iBeacon, length: 20)),
            ("0416aafe10", .shortFrame(.eddystoneURL, length: 3)),
            ("0516aafe1234", .unknownEddystoneFrame(type: 0x12)),
            ("0516aafe2002", .unknownTelemetryVersion(2)),
            ("0616aafe10e707", .invalidURL),
        ]
    )
    func damage(digits: String, expected: FrameProblem) throws {
        let (frames, problem) = try read(digits)
        #expect(problem == expected)
        #expect(frames.isEmpty)
    }

    @Test("a damaged frame does not hide the one behind it")
    func nextFrame() throws {
        let (frames, problem) = try read("0516aafe12341aff4c000215fda50693a4e24fb1afcfc6eb07647825275165c1c5")
        #expect(frames.count == 1)
        #expect(problem == .unknownEddystoneFrame(type: 0x12))
    }

    /// One advertisement of each kind, as the specifications have them: what is mutated where the recordings are absent.
    private static let specified = [
        "0201061aff4c000215fda50693a4e24fb1afcfc6eb07647825275165c1c5",
        "02011a1bff1801beac2f234454cf6d4a0fadf2f4911ba9ffa600010002c509",
        "0303aafe1516aafe00e70001020304050607080900010203040500000303aafe",
        "0303aafe0d16aafe10ed00676f6f2e676c2f7a",
        "0303aafe1116aafe20000bb815800000000100000002",
        "0303aafe1116aafe2001a1b2c3d4e5f6a7b8c9d0e1f2a3b4",
        "0303aafe0d16aafe30f00102030405060708",
    ]

    /// The bytes of the recorded vectors, of which there are 78.
    private static func recorded() throws -> [[UInt8]] {
        let vectors = try RecordedData.text("adv-vectors/vectors.csv").split(whereSeparator: \.isNewline).dropFirst()
            .compactMap { line in
                line.split(separator: ",").compactMap { [UInt8](hexadecimal: $0) }.max { $0.count < $1.count }
            }
        try #require(vectors.count == 78)
        return vectors
    }

    @Test("a million mutations of the vectors never trap")
    func mutations() throws {
        let specified = Self.specified.compactMap { [UInt8](hexadecimal: $0) }
        let vectors = try specified + (RecordedData.folder == nil ? [] : Self.recorded())
        var random = SeededGenerator(Seed.forThisRun(1)[0])
        var parser = ReportParser()
        var frames: [BeaconFrame] = []
        var readCount = 0
        for round in 0..<1_000_000 {
            var bytes = vectors[round % vectors.count]
            switch Int.random(in: 0..<4, using: &random) {
            case 0 where !bytes.isEmpty:
                bytes[Int.random(in: bytes.indices, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
            case 1: bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
            case 2: bytes.append(UInt8.random(in: 0...255, using: &random))
            default: break
            }
            frames.removeAll(keepingCapacity: true)
            AdvertisingData.parse(bytes.span, into: &frames)
            readCount += frames.count
            _ = parser.parse(bytes.span) { _, data in AdvertisingData.parse(data, into: &frames) }
        }
        #expect(readCount > 100_000)
    }
}
