import Testing

@Suite("The sources themselves")
struct SourceRulesTests {
    private let tree = SourceTree()

    @Test("no file is longer than a person reads in one sitting", arguments: ["Sources", "Tests"])
    func length(folder: String) throws {
        let long = try tree.swiftFiles(below: folder).filter { $0.lines.count > 401 }.map(\.path)
        #expect(long.isEmpty, "past 400 lines, look for the second idea")
    }

    @Test("the pure modules import no adapter, no Foundation and C's mathematics in one file at most")
    func imports() throws {
        for file in try tree.swiftFiles(below: "Sources") {
            guard let allowed = Layers.pure[file.module] else { continue }
            for imported in file.lines.compactMap(importedModule) {
                #expect(
                    allowed.contains(imported) || Layers.mathematics.contains(imported),
                    "\(file.path): \(imported)"
                )
            }
        }
        for (module, files) in Dictionary(grouping: try tree.swiftFiles(below: "Sources"), by: \.module)
        where Layers.pure[module] != nil {
            let mathematical = files.filter {
                $0.lines.compactMap(importedModule).contains(where: Layers.mathematics.contains)
            }
            #expect(mathematical.count <= 1, "\(module): \(mathematical.map(\.path))")
        }
    }

    @Test("an adapter imports no adapter but the event loop")
    func adapters() throws {
        for file in try tree.swiftFiles(below: "Sources") where Layers.adapters.contains(file.module) {
            let others = Layers.adapters.subtracting([file.module, "EventLoop"])
            for imported in file.lines.compactMap(importedModule) where others.contains(imported) {
                Issue.record("\(file.path) imports \(imported)")
            }
        }
    }

    @Test("what we ship imports FoundationEssentials, never Foundation")
    func foundation() throws {
        for file in try tree.swiftFiles(below: "Sources") {
            #expect(!file.lines.compactMap(importedModule).contains("Foundation"), "\(file.path)")
        }
    }

    @Test("our types use the field's words")
    func names() throws {
        let declaration = /(?:struct|enum|class|actor|protocol|typealias)\s+(\w+)/
        for file in try tree.swiftFiles(below: "Sources") {
            for line in file.lines where !line.hasPrefix("//") {
                guard let name = line.firstMatch(of: declaration)?.1 else { continue }
                for word in ["Manager", "Helper", "Utils", "Utility", "Pattern", "VectorClock"] {
                    #expect(!name.contains(word), "\(file.path): \(name)")
                }
            }
        }
    }

    @Test("every public type and function says what it is for")
    func documentation() throws {
        let declaration = /^\s*public (?:\w+ )*(?:struct|enum|class|actor|protocol|func) (?<name>\w+)/
        // The protocol that these conform to says it.
        let explained: Set<String> = ["checkIsolated", "encode", "enqueue", "hash", "next", "run"]
        for file in try tree.swiftFiles(below: "Sources") {
            for (number, line) in file.lines.enumerated() {
                guard let match = line.firstMatch(of: declaration), !explained.contains(String(match.name)) else {
                    continue
                }
                var above = number - 1
                while above >= 0, file.lines[above].drop(while: { $0 == " " }).hasPrefix("@") { above -= 1 }
                // A one-line marker type within a documented list needs no sentence of its own.
                let isDocumented = above >= 0 && file.lines[above].contains("///")
                #expect(isDocumented || line.hasSuffix("{}"), "\(file.path):\(number + 1)")
            }
        }
    }

    private func importedModule(_ line: String) -> String? {
        let words = line.split(separator: " ")
        guard let index = words.firstIndex(of: "import"), index <= 1, words.count == index + 2 else { return nil }
        return String(words[index + 1])
    }
}
