import JSON
import TestSupport
import Testing

@Suite("JSON")
struct JSONTests {
    @Test("an object is written on one line with its keys in order")
    func writing() {
        let value: JSONValue = ["b": [1, 2.5, nil], "a": "x\"\\\n\u{1}é", "ä": true]
        #expect(value.description == #"{"a":"x\"\\\n\u0001é","b":[1,2.5,null],"ä":true}"#)
    }

    @Test("a number that is none is written as null", arguments: [Double.nan, .infinity, -.infinity])
    func notFinite(number: Double) {
        #expect(JSONValue.number(number).description == "null")
    }

    private static let documents: [(String, JSONValue)] = [
        (" {} ", [:]),
        ("[ ]", []),
        ("-0", 0),
        ("9223372036854775807", .integer(.max)),
        ("9223372036854775808", .number(9_223_372_036_854_775_808)),
        ("1e2", 100.0),
        ("-1.25E-2", -0.0125),
        (#""\u00e9\ud83d\ude00\/\b""#, "é😀/\u{8}"),
        (#"{"a":[{"b":null}],"c":false}"#, ["a": [["b": nil]], "c": false]),
    ]

    @Test("every form of a document is read", arguments: documents)
    func reading(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == value)
    }

    private static let refused: [(String, JSONError)] = [
        ("", .unexpectedEnd),
        ("[1,", .unexpectedEnd),
        ("\"abc", .unexpectedEnd),
        ("tru", .unexpectedEnd),
        ("[1 2]", .unexpected(byte: 0x32, offset: 3, expected: "\",\" or \"]\"")),
        ("{a:1}", .unexpected(byte: 0x61, offset: 1, expected: "a key in quotes")),
        ("1 1", .unexpected(byte: 0x31, offset: 2, expected: "the end")),
        ("01", .invalidNumber(offset: 0)),
        ("1.", .invalidNumber(offset: 0)),
        ("-", .invalidNumber(offset: 0)),
        ("1e999", .invalidNumber(offset: 0)),
        ("[\"\u{1}\"]", .invalidText(offset: 1)),
        (#""\ud800x""#, .invalidText(offset: 0)),
        (#""\x""#, .invalidText(offset: 0)),
        (#"{"a":1,"a":2}"#, .duplicateKey("a")),
    ]

    @Test("what is no document is refused with a place", arguments: refused)
    func refusing(text: String, error: JSONError) {
        #expect(throws: error) { try JSONValue(parsing: text) }
    }

    @Test("bytes that are not UTF-8 are refused")
    func notUnicode() {
        #expect(throws: JSONError.invalidText(offset: 0)) { try JSONValue(parsing: [0x22, 0xFF, 0x22]) }
    }

    @Test("a document nested without end is refused before the stack is")
    func deep() {
        #expect(throws: JSONError.tooDeep(offset: 64)) {
            try JSONValue(parsing: Array(repeating: UInt8(ascii: "["), count: 1_000_000))
        }
    }

    @Test("what was written reads back as the same value", arguments: Seed.forThisRun(200))
    func roundTrip(seed: Seed) throws {
        var random = SeededGenerator(seed)
        let value = JSONValue.random(depth: 4, using: &random)
        let isSame = try JSONValue(parsing: value.utf8) == value
        #expect(isSame)
    }

    @Test("random damage never traps", arguments: Seed.forThisRun(200))
    func damage(seed: Seed) {
        var random = SeededGenerator(seed)
        var bytes = JSONValue.random(depth: 4, using: &random).utf8
        for _ in 0..<4 { bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random) }
        if let value = try? JSONValue(parsing: bytes) {  // damage may by luck leave a document
            let isSame = (try? JSONValue(parsing: value.utf8)) == value
            #expect(isSame)
        }
    }
}

extension JSONValue {
    fileprivate static func random(depth: Int, using random: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: 0...(depth > 0 ? 6 : 4), using: &random) {
        case 0: return .null
        case 1: return .bool(.random(using: &random))
        case 2: return .integer(.random(in: .min ... .max, using: &random))
        case 3: return .number(.random(in: -1e9...1e9, using: &random))
        case 4: return .string(text(using: &random))
        case 5: return .array((0..<3).map { _ in self.random(depth: depth - 1, using: &random) })
        default:
            let members = (0..<3).map {
                ("\($0)" + text(using: &random), self.random(depth: depth - 1, using: &random))
            }
            return .object(Dictionary(members) { $1 })
        }
    }

    private static func text(using random: inout SeededGenerator) -> String {
        let scalars = (0..<5).compactMap { _ in UnicodeScalar(UInt32.random(in: 0...0x10FFFF, using: &random)) }
        return String(String.UnicodeScalarView(scalars))
    }
}
