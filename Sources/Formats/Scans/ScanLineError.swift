public import JSON

/// Why a line of scans, or of another kind of JSON lines, cannot be used.
public struct ScanLineError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1, empty lines included.
    public let line: Int
    public let problem: Problem

    public init(line: Int, problem: Problem) {
        self.line = line
        self.problem = problem
    }

    /// What is wrong with the line.
    public enum Problem: Hashable, Sendable {
        /// It is no JSON document.
        case notJSON(JSONError)
        /// It is a document of another kind than an object.
        case notAnObject(found: String)
        /// A field that a scan needs is not there.
        case missing(field: String)
        /// A field holds another kind of value.
        case wrongKind(field: String, expected: String, found: String)
        /// A field's value cannot be.
        case invalid(field: String, value: String, reason: String)
        /// The line has more bytes than ``JSONLines/maximumLength``.
        case tooLong
    }

    public var description: String {
        let what =
            switch problem {
            case .notJSON(let error): "\(error)"
            case .notAnObject(let found): "A scan is an object; this is \(found)."
            case .missing(let field): "\(field) is missing."
            case .wrongKind(let field, let expected, let found): "\(field) is \(found) instead of \(expected)."
            case .invalid(let field, let value, let reason): "\(field) is \(value): \(reason)"
            case .tooLong: "It has more than \(JSONLines.maximumLength) bytes."
            }
        return "Line \(line): \(what)"
    }

    /// What a person can do about it.
    public var recovery: String? { "Correct the line, or leave it out; docs/scans.md describes the format." }
}
