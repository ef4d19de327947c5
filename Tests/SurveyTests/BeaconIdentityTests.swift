import Survey
import TestSupport
import Testing

@Suite("Beacon identities")
struct BeaconIdentityTests {
    @Test("come back from their bytes and from their text", arguments: Seed.forThisRun(100))
    func roundTrips(seed: Seed) throws {
        var random = SeededGenerator(seed)
        for _ in 0..<20 {
            let identity = BeaconIdentity.random(using: &random)
            #expect(BeaconIdentity(bytes: identity.bytes) == identity)
            #expect(BeaconIdentity(identity.description) == identity)
            let again = try #require(BeaconIdentity(bytes: identity.bytes))
            #expect(again.bytes == identity.bytes)
        }
    }

    @Test(
        "have one canonical byte string each: damaged bytes are refused or another identity",
        arguments: Seed.forThisRun(100)
    )
    func canonical(seed: Seed) {
        var random = SeededGenerator(seed)
        for _ in 0..<20 {
            var bytes = BeaconIdentity.random(using: &random).bytes
            bytes.damage(using: &random)
            if let read = BeaconIdentity(bytes: bytes) { #expect(read.bytes == bytes) }
        }
    }

    @Test(
        "are written as documented",
        arguments: [
            (
                "ibeacon:F7826DA6-4FA2-4E98-8024-BC5B71E0893E/1/65535",
                "01f7826da64fa24e988024bc5b71e0893e0001ffff"
            ),
            (
                "ibeacon:F7826DA6-4FA2-4E98-8024-BC5B71E0893E/1/2+mac:C0:FF:EE:12:34:56",
                "81f7826da64fa24e988024bc5b71e0893e00010002c0ffee123456"
            ),
            ("eddystone:00112233445566778899/aabbccddeeff", "0200112233445566778899aabbccddeeff"),
            (
                "altbeacon:000102030405060708090a0b0c0d0e0f10111213",
                "03000102030405060708090a0b0c0d0e0f10111213"
            ),
            ("mac:C0:FF:EE:12:34:56", "04c0ffee123456"),
            ("name:wap12", "057761703132"),
            ("name:\u{301}e", "05cc8165"),
            ("name:+/:", "052b2f3a"),
        ]
    )
    func layout(text: String, hexadecimal: String) throws {
        let identity = try #require(BeaconIdentity(text))
        #expect(identity.bytes.hexadecimal == hexadecimal)
        #expect(identity.description == text)
    }

    @Test("with names are told apart by their bytes, as the stores do: “é” has two spellings")
    func spellingsOfOneCharacter() {
        let composed = BeaconIdentity(.name("\u{E9}"))
        let decomposed = BeaconIdentity(.name("e\u{301}"))
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        #expect(BeaconIdentity(bytes: decomposed.bytes) == decomposed)
    }

    @Test("are read in the spellings that people use")
    func spellings() throws {
        let identity = try #require(BeaconIdentity("ibeacon:F7826DA6-4FA2-4E98-8024-BC5B71E0893E/1/2"))
        #expect(BeaconIdentity("iBeacon:f7826da64fa24e988024bc5b71e0893e/1/2") == identity)
        #expect(BeaconIdentity("mac:c0-ff-ee-12-34-56") == BeaconIdentity("MAC:C0FFEE123456"))
    }

    @Test(
        "are refused where something is missing, in excess or out of range",
        arguments: [
            "", "ibeacon", "ibeacon:", "ibeacon:F7826DA6-4FA2-4E98-8024-BC5B71E0893E/1",
            "ibeacon:F7826DA6-4FA2-4E98-8024-BC5B71E0893E/1/65536", "ibeacon:F7826DA6-4FA2-4E98-8024-BC5B71E0893E/-1/2",
            "ibeacon:F7826DA6/1/2", "ibeacon:F7826DA6-4FA2-4E98-8024-BC5B71E0893E/1/2+C0:FF:EE:12:34:56",
            "ibeacon:F7826DA6-4FA2-4E98-8024-BC5B71E0893E/1/2+mac:C0:FF:EE:12:34", "eddystone:0011/aabbccddeeff",
            "altbeacon:00", "mac:", "mac:C0:FF:EE:12:34:56:78", "name:", "radar:1",
        ]
    )
    func refusedText(text: String) {
        #expect(BeaconIdentity(text) == nil)
    }

    @Test(
        "are refused from bytes of no tag, of the wrong length, or in a second form",
        arguments: [
            "", "00", "01", "06aabb", "04c0ffee1234", "04c0ffee12345678", "84c0ffee123456", "05", "8561", "05ff",
            "01f7826da64fa24e988024bc5b71e0893e0001", "01f7826da64fa24e988024bc5b71e0893e0001000200",
            "81f7826da64fa24e988024bc5b71e0893e00010002c0ffee1234",
        ]
    )
    func refusedBytes(hexadecimal: String) throws {
        #expect(BeaconIdentity(bytes: try #require([UInt8](hexadecimal: hexadecimal))) == nil)
    }

    @Test("are compared by what the project's policy says")
    func policies() throws {
        let mac = try #require(MACAddress("C0:FF:EE:12:34:56"))
        let frame = BeaconIdentity.iBeacon(7).frame
        let (bare, whole) = (BeaconIdentity(frame), BeaconIdentity(frame, address: mac))
        let address = BeaconIdentity(.addressOnly, address: mac)
        let name = BeaconIdentity(.name("wap12"))
        #expect([bare, whole, address, name].map { $0.key(under: .frame) } == [bare, bare, address, name])
        #expect([bare, whole, address, name].map { $0.key(under: .address) } == [nil, address, address, name])
        #expect([bare, whole, address, name].map { $0.key(under: .frameAndAddress) } == [nil, whole, address, name])
    }

    @Test("an address has 48 bits")
    func address() {
        #expect(MACAddress(value: 1 << 48) == nil)
        #expect(MACAddress(value: (1 << 48) - 1)?.description == "FF:FF:FF:FF:FF:FF")
        #expect(MACAddress(value: 1)?.description == "00:00:00:00:00:01")
    }
}
