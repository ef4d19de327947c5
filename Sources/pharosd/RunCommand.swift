import CommandLineKit
import EventLoop
import Server

/// `pharosd run`: serves until it is stopped.
struct RunCommand: Subcommand {
    static let name = "run"
    static let summary = "Serve agents and devices"
    static let usage = "[--data DIR | --database DSN] [--listen HOST:PORT] [--advertise HOST:PORT] [--ready-file FILE]"
    static let discussion = """
        With --data it keeps a private PostgreSQL in that directory, started and stopped with it. With --database several
        servers may share one PostgreSQL. SIGTERM stops it in order: it says goodbye to everybody, then ends.
        """
    static let options = [
        OptionSummary("--listen HOST:PORT", "Where to listen (default 127.0.0.1:7423); port 0 takes a free one"),
        OptionSummary("--advertise HOST:PORT", "What join links say, if clients reach it elsewhere"),
        OptionSummary("--ready-file FILE", "Write HOST:PORT there once it serves"),
    ]

    private let database: DatabaseOptions
    private let listen: Endpoint
    private let advertise: Endpoint?
    private let readyFile: String?

    init(_ arguments: inout Arguments) throws(UsageError) {
        database = try DatabaseOptions(&arguments)
        listen = try arguments.takeEndpoint("--listen") ?? Endpoint(host: "127.0.0.1", port: 7_423)
        advertise = try arguments.takeEndpoint("--advertise")
        readyFile = try arguments.takeOption("--ready-file")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let settings = ServerSettings(
            database: try database.location(console),
            listen: listen,
            advertise: advertise,
            readyFile: readyFile
        )
        try await Serve.run(settings) { console.warn($0) }
        return .success
    }
}
