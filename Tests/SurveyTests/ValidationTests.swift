import Survey
import TestSupport
import Testing

/// An event that breaks one rule, and the field that validation must name.
struct BrokenEvent: CustomTestStringConvertible, Sendable {
    let rule: String
    let field: String
    let event: SurveyEvent

    init(_ rule: String, _ field: String, _ event: SurveyEvent) {
        self.rule = rule
        self.field = field
        self.event = event
    }

    var testDescription: String { "\(event.kind.name): \(rule)" }
}

@Suite("Rules of events")
struct ValidationTests {
    @Test("every random event keeps them", arguments: EventKind.allCases)
    func valid(kind: EventKind) {
        var random = SeededGenerator(Seed(value: UInt64(kind.rawValue)))
        for _ in 0..<100 {
            let event = SurveyEvent.random(kind, using: &random)
            #expect(throws: Never.self) { try event.validate() }
        }
    }

    @Test("an event that breaks one is refused, with the field that is wrong", arguments: BrokenEvent.all)
    func broken(_ broken: BrokenEvent) throws {
        let error = #expect(throws: ValidationError.self) { try broken.event.validate() }
        #expect(error?.field == broken.field)
        #expect(error?.reason.hasSuffix(".") == true)
        #expect(error?.description == "\(broken.field) \(error?.reason ?? "")")
    }

    @Test("a name is counted in characters, of any script, up to 200 of them")
    func names() throws {
        for letter in ["a", "é", "店", "👩‍👩‍👧‍👦", "\u{0}"] {
            let longest = String(repeating: letter, count: 200)
            try SurveyEvent.projectRenamed(ProjectRenamed(name: longest)).validate()
            #expect(throws: ValidationError.self) {
                try SurveyEvent.projectRenamed(ProjectRenamed(name: longest + letter)).validate()
            }
        }
    }

    @Test("the ends of every range are within it")
    func edges() throws {
        for power in [-100, -20] as [Int8] {
            try SurveyEvent.registered(RadioSettings(measuredPower: power)).validate()
        }
        for power in [-40, 20] as [Int8] {
            try SurveyEvent.registered(RadioSettings(transmitPower: power)).validate()
        }
        for interval in [20, 60_000] as [UInt32] {
            try SurveyEvent.registered(RadioSettings(advertisingInterval: interval)).validate()
        }
        for heading in [0, 360] as [Double] { try SurveyEvent.scan(heading: heading).validate() }
        for window in [1, 600_000] as [UInt32] { try SurveyEvent.scan(window: window).validate() }
        try SurveyEvent.scan(point: Point(x: -100_000, y: 100_000)).validate()
        try SurveyEvent.scan(readings: 1_000).validate()
        try SurveyEvent.plan(width: 8_000, height: 5_000, byteCount: 64 << 20).validate()
    }
}
