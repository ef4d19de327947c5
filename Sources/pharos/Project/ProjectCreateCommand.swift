import Agent
import CommandLineKit
import EdgeLog
import JSON
import Survey

/// `pharos project create`: begins the survey of a venue, without any server.
struct ProjectCreateCommand: Subcommand {
    static let name = "project create"
    static let summary = "Begin the survey of a venue in a new installation, offline"
    static let usage = "NAME"
    static let discussion = """
        Makes the installation's key and log, and writes the project's first event. Whoever is to take part joins later: \
        the operator of a server gives you a link with pharosd invite, which you open with pharos join.
        """

    private let home: HomeOption
    private let projectName: String

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        projectName = try arguments.takeWord("the project's name")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        var random = SystemRandomNumberGenerator()
        let project = ProjectID.random(using: &random)
        let event = SurveyEvent.projectCreated(ProjectCreated(project: project, name: projectName))
        do { try event.validate() } catch { throw InvalidEvent(kind: event.kind, cause: error) }
        let path = try home.path(console)
        let agent = try LocalAgent(creating: path, project: project)
        try agent.log.append(event)
        console.answer(
            [
                "agent": .string("\(agent.log.agent)"),
                "home": .string(path),
                "name": .string(projectName),
                "project": .string("\(project)"),
            ],
            "Created the project “\(projectName)” in \(path)."
        )
        return .success
    }
}
