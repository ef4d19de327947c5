import CommandLineKit
import Synchronization

/// Runs the sample program and keeps what it wrote.
struct Transcript {
    let status: ExitStatus
    let out: String
    let err: String

    init(
        _ words: String...,
        more: [String] = [],
        onTerminal: Bool = false,
        environment: [String: String] = [:],
        reply: String? = nil
    ) async {
        let (out, err) = (Page(), Page())
        let surroundings = Surroundings(
            isInputTerminal: onTerminal,
            isErrorTerminal: onTerminal,
            environment: environment,
            writeOut: { out.append($0) },
            writeErr: { err.append($0) },
            readLine: { reply }
        )
        status = await sample.run(words + more, in: surroundings)
        (self.out, self.err) = (out.text, err.text)
    }
}

private let sample = Program(
    name: "sample",
    version: "1.2.3",
    summary: "Shows how commands are found.",
    groups: [
        CommandGroup("Speaking", [EchoCommand.self]),
        CommandGroup("Beacons", [BeaconFailCommand.self, BeaconEraseCommand.self]),
    ],
    commonOptions: [OptionSummary("--home DIR", "The installation")]
)

/// What was written so far.
final class Page: Sendable {
    private let content = Mutex("")

    var text: String { content.withLock { $0 } }

    func append(_ text: String) { content.withLock { $0 += text } }
}
