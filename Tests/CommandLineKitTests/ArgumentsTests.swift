import CommandLineKit
import Testing

@Suite("Arguments")
struct ArgumentsTests {
    @Test("an option is taken in both spellings, and each of several")
    func options() throws {
        var arguments = Arguments(["--to", "a", "--to=b=c", "rest"])
        #expect(try arguments.takeOptions("--to") == ["a", "b=c"])
        #expect(try arguments.takeWord("a word") == "rest")
        try arguments.finish()
    }

    @Test(
        "an option whose value is missing does not swallow the next option",
        arguments: [["--to"], ["--to", "--json"]]
    )
    func missingValue(words: [String]) {
        var arguments = Arguments(words)
        #expect(throws: UsageError.missingValue(option: "--to")) { try arguments.takeOption("--to") }
    }

    @Test("a dash alone and a negative number are words")
    func dashes() throws {
        var arguments = Arguments(["-", "-59", "--power", "-12"])
        #expect(try arguments.takeInteger("--power", in: -40...20, unit: "dBm") == -12)
        #expect(try arguments.takeWord("a file") == "-")
        #expect(try arguments.takeWord("a strength") == "-59")
        try arguments.finish()
    }

    @Test("behind two dashes everything is a word")
    func literals() throws {
        var arguments = Arguments(["--", "--json"])
        let isFlag = arguments.takeFlag("--json")
        #expect(!isFlag)
        #expect(try arguments.takeWord("a word") == "--json")
        try arguments.finish()
    }

    @Test("a number may carry its unit")
    func units() throws {
        var arguments = Arguments(["--speed", "1.5 m/s", "--window", "250ms", "--count", "3"])
        #expect(try arguments.takeNumber("--speed", in: 0.1...5, unit: "m/s") == 1.5)
        #expect(try arguments.takeInteger("--window", in: 1...1_000, unit: "ms") == 250)
        #expect(try arguments.takeInteger("--count", in: 1...9) == 3)
    }

    @Test("a number outside its range, or none, is told with what is allowed")
    func ranges() {
        var high = Arguments(["--speed", "9"])
        #expect(throws: UsageError.outOfRange("9", of: "--speed", allowed: "0.1 to 5 m/s")) {
            try high.takeNumber("--speed", in: 0.1...5, unit: "m/s")
        }
        var word = Arguments(["--speed", "fast"])
        #expect(throws: UsageError.invalidValue("fast", of: "--speed", expected: "a number of m/s")) {
            try word.takeNumber("--speed", in: 0.1...5, unit: "m/s")
        }
        var infinite = Arguments(["--speed", "nan"])
        #expect(throws: UsageError.self) { try infinite.takeNumber("--speed", in: 0.1...5) }
        var choice = Arguments(["--role", "king"])
        #expect(throws: UsageError.invalidValue("king", of: "--role", expected: "admin, surveyor")) {
            try choice.takeChoice("--role", of: ["admin", "surveyor"])
        }
    }

    @Test(
        "a span of time is read and written in the same words",
        arguments: [("14d", 1_209_600_000), ("2s", 2_000), ("1h30m", 5_400_000), ("250ms", 250), ("1m500ms", 60_500)]
    )
    func durations(words: String, milliseconds: Int) throws {
        let duration = try #require(Duration(words: words))
        #expect(duration == .milliseconds(milliseconds))
        #expect(duration.words == words)
    }

    @Test(
        "what is no span of time is refused",
        arguments: ["", "14", "d", "-2s", "2 s", "2x", "1.5h", "99999999999999999999d", "9223372036854775807d"]
    )
    func badDurations(words: String) {
        #expect(Duration(words: words) == nil)
    }
}
