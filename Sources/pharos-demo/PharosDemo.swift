import CommandLineKit
import Terminal

/// Tells the story of Pharos with the real programs; not shipped.
@main
enum PharosDemo {
    static func main() async {
        await Terminal.run(
            Program(
                name: "pharos-demo",
                version: "0.1.0",
                summary: "three surveyors, one server, a visitor, and beacons that die",
                groups: [CommandGroup("The story", [TellCommand.self])]
            )
        )
    }
}
