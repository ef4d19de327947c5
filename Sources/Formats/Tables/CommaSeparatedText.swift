/// A table as RFC 4180 describes it, in UTF-8: lines end with CR LF, fields are quoted where they must be.
struct CommaSeparatedText {
    private(set) var text = ""

    /// Appends a row; an absent field is empty.
    mutating func add(_ fields: [String?]) {
        text += fields.map { Self.quoted($0 ?? "") }.joined(separator: ",") + "\r\n"
    }

    private static func quoted(_ field: String) -> String {
        let isPlain = field.unicodeScalars.allSatisfy { !["\"", ",", "\n", "\r"].contains($0) }
        return isPlain ? field : "\"" + field.replacing("\"", with: "\"\"") + "\""
    }
}
