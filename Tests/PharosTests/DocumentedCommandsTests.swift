import Foundation
import Testing

@Suite("Commands in the documents")
struct DocumentedCommandsTests {
    private static let docs = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs")

    /// What stands in the fenced blocks of a page behind `pharos`, up to a remark.
    private func commands(of page: String) throws -> [[String]] {
        let text = try String(contentsOf: Self.docs.appending(path: page), encoding: .utf8)
        var isInside = false
        var commands: [[String]] = []
        for line in text.components(separatedBy: "\n") {
            if line.hasPrefix("```") { isInside.toggle() }
            guard isInside, let start = line.range(of: "pharos "),
                line.hasPrefix("pharos ") || line[..<start.lowerBound].hasSuffix("| ")
            else { continue }
            let command = line[start.upperBound...].components(separatedBy: " #")[0]
            commands.append(command.split(separator: " ").map(String.init))
        }
        return commands
    }

    @Test("each is a command, and takes the options that stand there", arguments: ["radio.md", "upkeep.md"])
    func options(page: String) throws {
        let commands = try commands(of: page)
        #expect(commands.count > 2)
        for command in commands {
            let words = Array(command.prefix { !$0.hasPrefix("-") }.prefix(2))
            let help = try run("pharos", words + ["--help"])
            #expect(help.status == 0, "\(command)")
            for option in command where option.hasPrefix("--") {
                #expect(help.out.contains(option), "\(command): \(option)")
            }
        }
    }
}
