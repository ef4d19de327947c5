import Agent
import CommandLineKit
import EdgeLog
import JSON
import Survey

/// `pharos project rename`: gives the project another name.
struct ProjectRenameCommand: Subcommand {
    static let name = "project rename"
    static let summary = "Give the project another name"
    static let usage = "NAME [--dry-run]"
    static let options = [WritingOptions.dryRun]

    private let writing: WritingOptions
    private let projectName: String

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        projectName = try arguments.takeWord("the project's new name")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            WritingOptions.Change(
                events: [.projectRenamed(ProjectRenamed(name: projectName))],
                json: ["name": .string(projectName), "project": .string("\(agent.log.project)")],
                text: "The project is now called “\(projectName)”."
            )
        }
    }
}
