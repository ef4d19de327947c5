import JSON
import Pictures

/// A JSON file of a recorded set, with errors that name the file.
struct JSONFile {
    let path: String
    let document: JSONValue

    init(path: String) throws { try self.init(FileContents.read(path), path: path) }

    /// Reads a document's bytes; `path` says where they came from.
    init(_ bytes: [UInt8], path: String) throws(ImportError) {
        self.path = path
        let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        do {
            document = try JSONValue(parsing: content)
        } catch {
            throw .notJSON(path: path, error)
        }
    }

    /// A member of the document.
    func member(_ name: String) throws(ImportError) -> JSONValue {
        guard let member = document[name] else { throw missing(name) }
        return member
    }

    /// The first element of a list in the document.
    func first(_ name: String) throws(ImportError) -> JSONValue {
        guard let element = document[name]?.elements?.first else { throw missing("\(name)[0]") }
        return element
    }

    func text(_ name: String, of value: JSONValue) throws(ImportError) -> String {
        guard let text = value[name]?.text else { throw missing(name) }
        return text
    }

    /// A finite number.
    func number(_ name: String, of value: JSONValue) throws(ImportError) -> Double {
        guard let number = value[name]?.double, number.magnitude < 1e9 else { throw missing(name) }
        return number
    }

    /// A scale that is given for both axes, and is one that a plan may have: the same, and above 0.
    func scale(_ name: String, and other: String, of value: JSONValue) throws(ImportError) -> Double {
        let (x, y) = (try number(name, of: value), try number(other, of: value))
        guard x > 0, x == y else {
            let reason = "\(name) is \(x) and \(other) \(y): a plan has one scale, above 0."
            throw .malformed(path: path, line: nil, reason: reason)
        }
        return x
    }

    /// The size of a picture that the file holds or names.
    func header(of picture: [UInt8]) throws(ImportError) -> PNGHeader {
        do {
            return try PNGHeader(picture)
        } catch {
            throw .plan(path: path, error)
        }
    }

    /// What is not there, or of another kind than expected.
    func missing(_ name: String) -> ImportError {
        .malformed(path: path, line: nil, reason: "\(name) is missing or of another kind than expected.")
    }
}
