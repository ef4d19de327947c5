import CommandLineKit
import Terminal

/// The benchmarks and the accuracy figures: a subcommand per question, a JSON line per measurement.
///
/// A new question is a file with a `Subcommand`, and its type in ``questions``; `tools/bench` then asks it too.
@main
enum PharosBench {
    static let questions: [any Subcommand.Type] = [
        AccuracyCommand.self,
        LocateCommand.self,
        RebuildIndexCommand.self,
    ]

    static func main() async {
        await Terminal.run(
            Program(
                name: "pharos-bench",
                version: "1",
                summary: "Measures how fast and how accurate Pharos is, each figure beside its limit.",
                groups: [
                    CommandGroup("Questions", questions), CommandGroup("For tools/bench", [QuestionsCommand.self]),
                ]
            )
        )
    }
}
