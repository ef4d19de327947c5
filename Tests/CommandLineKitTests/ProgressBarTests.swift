import CommandLineKit
import Testing

@Suite("Progress bar")
struct ProgressBarTests {
    private func drawn(onTerminal: Bool = true, json: Bool = false, quiet: Bool = false, total: Int = 1_000) -> String {
        let page = Page()
        let surroundings = Surroundings(
            isInputTerminal: true,
            isErrorTerminal: onTerminal,
            environment: [:],
            writeOut: { _ in },
            writeErr: { page.append($0) },
            readLine: { nil }
        )
        let console = Console(surroundings, answersInJSON: json, isQuiet: quiet)
        var bar = console.progress("importing", of: total, unit: "scans")
        for _ in 0..<total { bar.advance() }
        bar.finish()
        return page.text
    }

    @Test("is drawn once per percent, and gone at the end")
    func drawing() {
        let text = drawn()
        #expect(text.contains("\rimporting ███████████████░░░░░░░░░░░░░░░ 50 %  500/1000 scans\u{1B}[K"))
        #expect(text.split(separator: "\r").count == 102)
        #expect(text.hasSuffix("\r\u{1B}[K"))
    }

    @Test("draws nothing where nobody watches")
    func hidden() {
        #expect(drawn(onTerminal: false).isEmpty)
        #expect(drawn(json: true).isEmpty)
        #expect(drawn(quiet: true).isEmpty)
    }

    @Test("work of no size is done at once")
    func empty() {
        #expect(drawn(total: 0).isEmpty)
    }
}
