import Agent
import CommandLineKit
import Crypto
import Device
import EdgeLog
import JSON
import Link

/// `pharos pull`: brings the newest release.
struct PullCommand: Subcommand {
    static let name = "pull"
    static let summary = "Bring the newest release to this device"
    static let usage = ""
    static let discussion = """
        Downloads what changed since the release in use, checks its signature and hashes, and puts it into use as a whole. \
        A download that breaks off, or that is not the venue's, leaves the release in use as it was; the next pull goes \
        on where this one stopped.
        """

    private let home: HomeOption

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let (cache, membership, installation) = try home.releases(console)
        let key = try SigningKey(bytes: try installation.key())
        let outcome = try await Online.withLoop { loop in
            let link = try await ClientLink.dial(membership.endpoint, pin: membership.pin, on: loop)
            return try await DeviceSession(
                over: link,
                as: key,
                in: membership.project,
                filling: cache,
                clock: SystemClock()
            ).run()
        }
        console.answer(
            [
                "bytes": .integer(Int64(outcome.payload)), "from": JSONValue(outcome.from),
                "kind": .string(outcome.kind.rawValue), "to": JSONValue(outcome.to),
            ],
            Self.text(outcome)
        )
        return outcome.kind == .nothingPublished ? .failure : .success
    }

    private static func text(_ outcome: PullOutcome) -> String {
        let release = outcome.to.map { "\($0)" } ?? "none"
        return switch outcome.kind {
        case .nothingPublished: "Nothing was published yet."
        case .current: "Release \(release) is the newest."
        case .changed: "Release \(release) is in use: only assignments changed, \(outcome.payload) bytes."
        case .downloaded: "Release \(release) is in use: \(outcome.payload) bytes downloaded."
        }
    }
}
