import Foundation
import Testing

@Suite("The documents themselves")
struct DocumentationTests {
    private let root = SourceTree().root

    private func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private func files(below folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path).sorted()
            .map { "\(folder)/\($0)" }
            .filter { $0.contains(".") }  // folders have no dot
    }

    @Test("no file in docs is empty")
    func content() throws {
        let files = try files(below: "docs")
        #expect(files.count > 10)
        for file in files {
            let size = try root.appending(path: file).resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
            #expect(size > 100, "\(file)")
        }
    }

    @Test("every page that help, README, CHANGELOG or CONTRIBUTING name is there")
    func pages() throws {
        let path = /docs\/[A-Za-z0-9_\/-]+(?:\.[a-z]+)?/
        let sources = try SourceTree().swiftFiles(below: "Sources").map(\.path)
        var named: Set<String> = []
        for file in sources + ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"] {
            for match in try text(file).matches(of: path) { named.insert(String(match.output)) }
        }
        #expect(named.contains("docs/radio.md"))
        for page in named.sorted() {
            let isThere = FileManager.default.fileExists(atPath: root.appending(path: page).path)
            #expect(isThere, "\(page)")
        }
    }

    @Test("a link from one page to another leads somewhere")
    func links() throws {
        for file in try files(below: "docs") + ["README.md", "CONTRIBUTING.md"] where file.hasSuffix(".md") {
            let folder = root.appending(path: file).deletingLastPathComponent()
            for match in try text(file).matches(of: /\]\((?<target>[^)#:]+)\)/) {
                let target = folder.appending(path: String(match.target))
                #expect(FileManager.default.fileExists(atPath: target.path), "\(file): \(match.target)")
            }
        }
    }
}
