import CommandLineKit
import Crypto
import EventStore
import JSON
import Server

/// `pharosd verify`: checks that everything stored is what was written.
struct VerifyCommand: Subcommand {
    static let name = "verify"
    static let summary = "Check every stored event's hash, place and chain, and every plan's hash"
    static let usage = "[PROJECT]"
    static let discussion = """
        Changes nothing, and may run beside a server. Names the first event that is not what was written, and ends with \
        status 65 then.
        """

    private let database: DatabaseOptions
    private let project: String?

    init(_ arguments: inout Arguments) throws(UsageError) {
        database = try DatabaseOptions(&arguments)
        project = arguments.takeOptionalWord()
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try await database.location(console).visit { pool in
            let administration = Administration(pool: pool)
            let projects =
                if let project { [try await administration.project(project)] } else {
                    try await administration.projects()
                }
            var status = ExitStatus.success
            for project in projects {
                let found = try await StoreVerifier(pool: pool, hashing: SHA256()).verify(project.id)
                let isIntact = found.damage == nil && found.damagedBlobs == 0
                if !isIntact { status = .data }
                console.answer(
                    [
                        "damage": JSONValue(found.damage),
                        "damagedPlans": JSONValue(found.damagedBlobs),
                        "events": JSONValue(found.events),
                        "intact": .bool(isIntact),
                        "name": JSONValue(project.name),
                        "plans": JSONValue(found.blobs),
                        "project": .string("\(project.id)"),
                    ],
                    "\(project.name ?? "\(project.id)"): \(Self.words(for: found))"
                )
                if !isIntact { console.warn("  \(Self.remedy)") }
            }
            return status
        }
    }

    private static let remedy = """
        Stop the server, keep the directory as it is, and restore the newest backup that is intact into a new one: agents \
        push again what it lacks.
        """

    private static func words(for found: StoreVerifier.Verification) -> String {
        let checked = "\(found.events) events and \(found.blobs) plans were checked"
        if let damage = found.damage { return "damaged: \(damage). \(checked)." }
        return found.damagedBlobs == 0 ? "intact: \(checked)." : "damaged: \(found.damagedBlobs) plans. \(checked)."
    }
}
