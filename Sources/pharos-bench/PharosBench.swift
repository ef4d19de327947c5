import CommandLineKit
import Terminal

/// The benchmarks and the accuracy figures, a JSON line per measurement.
///
/// A new question of the table is a file with a ``Question``, and an entry in ``TableCommand/questions``.
@main
enum PharosBench {
    static func main() async {
        await Terminal.run(
            Program(
                name: "pharos-bench",
                version: "1",
                summary: "Measures how fast and how accurate Pharos is, each figure beside its limit.",
                groups: [
                    CommandGroup(
                        "Questions",
                        [
                            TableCommand.self, AccuracyCommand.self, ReplacementCommand.self,
                            PositioningSpeedCommand.self,
                        ]
                    )
                ]
            )
        )
    }
}
