import Agent
import CommandLineKit
import JSON
import Survey
import Sync

/// `pharos publish`: makes a release of the project's index.
struct PublishCommand: Subcommand {
    static let name = "publish"
    static let summary = "Publish the fingerprint index as a release that devices pull"
    static let usage = ""
    static let discussion = """
        Delivers what is here first. The server locates the survey's own scans without the part that they belong to, in \
        several ways, and the release advises devices to compare as it went best; of a large survey it tries 512 points. \
        For admins.
        """

    private let home: HomeOption

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let answer = try await Online.answer(to: .publish, try home.path(console), console)
        guard case .published(let release, let matching) = answer else { throw AgentError.hungUp }
        var json: [String: JSONValue] = ["release": JSONValue(release)]
        var text = "Published release \(release) without advice how to locate: the survey is too small to tell."
        if let matching {
            let error = Double(matching.expectedError) / 100
            json["expectedError"] = .number(error)
            json["metric"] = .string(matching.metric)
            json["neighbours"] = JSONValue(Int(matching.neighbours))
            json["rangingShare"] = .number(Double(matching.rangingShare) / 100)
            let neighbours = matching.neighbours > 0 ? " with \(matching.neighbours) neighbours" : ""
            text =
                "Published release \(release): best located by \(matching.metric)\(neighbours)\(matching.rangingWords), "
                + "with a mean error of \(error) m."
        }
        console.answer(.object(json), text)
        return .success
    }
}
