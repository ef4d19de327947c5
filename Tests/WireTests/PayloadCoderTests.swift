import Survey
import TestSupport
import Testing
import Wire

@Suite("Payloads")
struct PayloadCoderTests {
    private let coder = PayloadCoder()

    @Test("an event of any kind comes back as it was written", arguments: EventKind.allCases, Seed.forThisRun(20))
    func roundTrip(kind: EventKind, seed: Seed) throws {
        var random = SeededGenerator(seed)
        for _ in 0..<20 {
            let event = SurveyEvent.random(kind, using: &random)
            #expect(event.kind == kind)
            try event.validate()
            let payload = coder.encode(event)
            let decoded = coder.decode(kind: kind.rawValue, schemaVersion: kind.schemaVersion, payload: payload)
            #expect(decoded == .event(event))
            #expect(coder.encode(event) == payload)
        }
    }

    @Test("a kind or version that is too new is unknown, whatever its payload holds")
    func unknown() {
        let unknownKinds: [(UInt16, UInt16)] = [(0, 1), (3, 1), (500, 1), (.max, .max), (1, 0), (1, 2), (70, 2)]
        for (kind, version) in unknownKinds {
            let decoded = coder.decode(kind: kind, schemaVersion: version, payload: [1, 2, 3])
            #expect(decoded == .unknown(kind: kind, schemaVersion: version))
        }
    }

    @Test("a payload that breaks its kind's rules is malformed, with the field that is wrong")
    func rules() {
        let event = SurveyEvent.projectCreated(ProjectCreated(project: ProjectID(high: 1, low: 2), name: ""))
        let decoded = coder.decode(kind: 1, schemaVersion: 1, payload: coder.encode(event))
        #expect(decoded == .malformed(reason: "name must have 1–200 characters."))
    }

    @Test("a payload with an identifier of the wrong length is malformed, with the field that is wrong")
    func identifierLength() {
        let payload: [UInt8] = [0x0A, 3, 1, 2, 3, 0x12, 1, UInt8(ascii: "x")]
        #expect(
            coder.decode(kind: 1, schemaVersion: 1, payload: payload)
                == .malformed(reason: "project has 3 bytes, not 16.")
        )
    }

    @Test("a text that is not UTF-8 is malformed")
    func text() {
        let payload: [UInt8] = [0x0A, 2, 0xC3, 0x28]
        #expect(coder.decode(kind: 2, schemaVersion: 1, payload: payload) == .malformed(reason: "name is not UTF-8."))
    }

    @Test("an empty payload is malformed for every kind that has required fields", arguments: EventKind.allCases)
    func empty(kind: EventKind) {
        let decoded = coder.decode(kind: kind.rawValue, schemaVersion: 1, payload: [])
        if kind == .scanPolicySet {
            #expect(decoded == .event(.scanPolicySet(ScanPolicySet())))
        } else {
            #expect(decoded == .malformed(reason: "The bytes are no message of this kind."))
        }
    }

    @Test("a field that a newer program added to a version is passed over")
    func additionalField() {
        let event = SurveyEvent.projectRenamed(ProjectRenamed(name: "Museum"))
        let payload = coder.encode(event) + [0x92, 0x4E, 2, 7, 7]  // field 1,250, two bytes
        #expect(coder.decode(kind: 2, schemaVersion: 1, payload: payload) == .event(event))
    }
}
