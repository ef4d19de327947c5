import CommandLineKit
import Terminal

/// Everything a surveyor, an admin or a device types.
@main
enum Pharos {
    static func main() async {
        await Terminal.run(
            Program(
                name: "pharos",
                version: "0.1.0",
                summary: "survey a venue's Bluetooth beacons together, offline, and locate by them",
                groups: groups,
                commonOptions: [HomeOption.summary]
            )
        )
    }
}
