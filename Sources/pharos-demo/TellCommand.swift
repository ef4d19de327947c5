import CommandLineKit
import Glibc
import JSON

/// `pharos-demo tell`: runs the whole story, and ends in a table.
struct TellCommand: Subcommand {
    static let name = "tell"
    static let summary = "Tell the whole story with the real programs"
    static let usage = "--programs DIR [--data DIR] [--simulated] [--seed N] [--keep]"
    static let options = [
        OptionSummary("--programs DIR", "Where pharos and pharosd are"),
        OptionSummary("--data DIR", "The recorded sets; without them, or with --simulated, a simulated hall"),
        OptionSummary("--simulated", "Use the simulated hall though the recorded sets are there"),
        OptionSummary("--seed N", "Which beacons die (default 1)"),
        OptionSummary("--keep", "Leave the server running, and say how to reach it"),
    ]

    /// How many of the 24 beacons die.
    private static let deaths = 6

    private let programs: String
    private let data: String?
    private let seed: UInt64
    private let keeps: Bool

    init(_ arguments: inout Arguments) throws(UsageError) {
        guard let programs = try arguments.takeOption("--programs") else {
            throw UsageError("--programs DIR is required.")
        }
        self.programs = Self.absolute(programs)
        let data = try arguments.takeOption("--data").map(Self.absolute)
        self.data = arguments.takeFlag("--simulated") ? nil : data
        seed = UInt64(try arguments.takeInteger("--seed", in: 0...Int.max) ?? 1)
        keeps = arguments.takeFlag("--keep")
        try arguments.finish()
    }

    /// A path that holds in any working folder; one that leads nowhere stays as it is, and is told by whoever needs it.
    private static func absolute(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let stage = try Stage(programs: programs, console: console)
        do {
            let chapters = try tell(on: stage)
            console.answer(
                .object(["chapters": .array(chapters.map(\.json))]),
                "\n" + chapters.map(\.table).joined(separator: "\n\n")
            )
            guard keeps else {
                try stage.clear()
                return .success
            }
            stage.leaveRunning()
            return .success
        } catch {
            stage.showServerLog()
            try? stage.clear()  // the first error is the one to tell
            throw error
        }
    }

    private func tell(on stage: Stage) throws -> [Chapter] {
        try stage.startServer()
        guard let data else {
            return [try ErrorStory(set: .simulated(seed: seed), stage: stage, seed: seed, deaths: Self.deaths).tell()]
        }
        return [
            try VenueStory(folder: "\(data)/hulop-samplemap", stage: stage).tell(),
            try ErrorStory(set: .uji("\(data)/uji-ble"), stage: stage, seed: seed, deaths: Self.deaths).tell(),
        ]
    }
}
