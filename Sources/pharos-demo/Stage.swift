import CommandLineKit
import Formats
import Glibc
import JSON
import Processes

/// Where the story is played: a temporary folder, the programs, and a server with a private PostgreSQL.
///
/// Every command runs in the folder and is shown as a person would type it there, with what it answers.
final class Stage {
    /// Holds the installations, one folder each, and the server's data.
    let folder: String
    private let programs: String
    private let console: Console
    private var server: ChildProcess?

    init(programs: String, console: Console) throws(DemoError) {
        self.programs = programs
        self.console = console
        let place = console.environment["TMPDIR"] ?? "/tmp"
        var template = Array("\(place)/pharos-demo-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw .noFolder(reason: String(cString: strerror(errno))) }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        chmod(folder, 0o755)  // PostgreSQL runs as another user where we are root
        guard chdir(folder) == 0 else { throw .noFolder(reason: String(cString: strerror(errno))) }
    }

    // MARK: Telling

    /// Tells what comes.
    func say(_ text: String) { console.note("\n▸ \(text)") }

    /// Tells what a command showed.
    func remark(_ text: String) {
        for line in text.split(separator: "\n") { console.note("    \(line)") }
    }

    /// Shows a command as it is typed.
    private func show(_ command: String) {
        console.note("  $ \(command.count > 160 ? command.prefix(159) + "…" : command)")
    }

    /// A command with quotes where a shell needs them.
    private static func typed(_ program: String, _ words: [String]) -> String {
        ([program] + words).map { word in
            word.allSatisfy { $0.isLetter || $0.isNumber || "-_./:=,+".contains($0) } ? word : "'\(word)'"
        }.joined(separator: " ")
    }

    // MARK: Commands

    /// Runs `pharos` and shows what it answers.
    func pharos(_ words: String...) throws { try pharos(words) }

    /// Runs `pharos` and shows what it answers.
    func pharos(_ words: [String]) throws {
        remark(try run("pharos", words))
    }

    /// Runs `pharos --json`; gives the one object that it answers.
    func ask(_ words: String...) throws -> Answer { try answer("pharos", words + ["--json"]) }

    /// Invites with `pharosd`, and joins with the link at once, as a person may type it in one line.
    func join(_ home: String, by invitation: String...) throws {
        let invite = ["invite"] + invitation + ["--data", "server"]
        show("pharos join \"$(\(Self.typed("pharosd", invite)))\" --home \(home)")
        let link = String(try run("pharosd", invite, isShown: false).prefix { !$0.isNewline })
        remark(try run("pharos", ["join", link, "--home", home], isShown: false))
    }

    /// What the server holds of a project: how many events in all, and how many of them are scans.
    func holdings(of project: String) throws -> (events: Int, scans: Int) {
        let answer = try answer("pharosd", ["status", project, "--data", "server", "--json"], orNo: true)
        let report = Answer(command: answer.command, json: answer.json["projects"]?.elements?.first ?? .null)
        return (try report.integer("head"), try report.integer("scans"))
    }

    /// Writes what `pharos` answers to a file of the folder.
    func write(_ file: String, _ words: [String]) throws { _ = try run("pharos", words, into: file) }

    private func answer(_ program: String, _ words: [String], orNo: Bool = false) throws -> Answer {
        let command = Self.typed(program, words)
        let text = try run(program, words, orNo: orNo)
        guard let json = try? JSONValue(parsing: text) else {  // what is wrong with it does not matter to the story
            throw DemoError.unexpectedAnswer(command: command, missing: "JSON object")
        }
        return Answer(command: command, json: json)
    }

    /// Runs a program to its end; gives its standard output, unless that goes into a file.
    ///
    /// `orNo` says that the answer may be "no", which is exit status 1.
    private func run(
        _ program: String,
        _ words: [String],
        into file: String? = nil,
        orNo: Bool = false,
        isShown: Bool = true
    ) throws -> String {
        try Task.checkCancellation()
        let typed = Self.typed(program, words) + (file.map { " > \($0)" } ?? "")
        if isShown { show(typed) }
        var child = try start(program, words, output: file ?? "answer", errors: "errors")
        let status = child.wait()
        guard status == 0 || orNo && status == 1 else {
            let errors = String(decoding: try FileContents.read("\(folder)/errors"), as: UTF8.self)
            throw DemoError.commandFailed(command: typed, status: status, errors: errors)
        }
        return file == nil ? String(decoding: try FileContents.read("\(folder)/answer"), as: UTF8.self) : ""
    }

    private func start(
        _ program: String,
        _ words: [String],
        output: String,
        errors: String
    ) throws(ProcessError) -> ChildProcess {
        try ChildProcess(
            ["\(programs)/\(program)"] + words,
            environment: console.environment,
            output: output,
            errors: errors
        )
    }

    // MARK: The server

    /// A first start makes a PostgreSQL cluster, which takes some seconds on a slow disk.
    private static let startSeconds = 120

    /// Starts `pharosd` on a free port of the loopback, and returns when it serves.
    func startServer() throws {
        say("A server starts, with a PostgreSQL of its own")
        let words = ["run", "--data", "server", "--listen", "127.0.0.1:0", "--ready-file", "server-address"]
        show(Self.typed("pharosd", words) + " &")
        let watch = try FolderWatch(folder)
        server = try start("pharosd", words, output: "server-out", errors: "server-log")
        let deadline = ContinuousClock.now + .seconds(Self.startSeconds)
        while try address().isEmpty {
            try Task.checkCancellation()
            guard server?.isRunning() == true, ContinuousClock.now < deadline else {
                throw DemoError.serverDidNotStart(seconds: Self.startSeconds)
            }
            watch.wait(milliseconds: 200)
        }
        remark("It listens on \(try address()).")
    }

    /// Where the server listens; empty as long as it does not.
    private func address() throws -> String {
        guard access("\(folder)/server-address", R_OK) == 0 else { return "" }
        return String(decoding: try FileContents.read("\(folder)/server-address").filter { $0 > 0x20 }, as: UTF8.self)
    }

    /// Shows the end of what the server said.
    func showServerLog() {
        guard let log = try? FileContents.read("\(folder)/server-log") else { return }  // it was never started
        for line in String(decoding: log, as: UTF8.self).split(separator: "\n").suffix(12) { console.warn("  \(line)") }
    }

    /// Stops the server and takes the folder away.
    func clear() throws(ProcessError) {
        server?.terminate()
        _ = server?.wait()
        server = nil
        chdir("/")
        var child = try ChildProcess(
            ["/bin/rm", "--recursive", "--force", folder],
            environment: [:],
            output: "/dev/null",
            errors: "/dev/null"
        )
        _ = child.wait()
    }

    /// Leaves the server running, and says how to use and to stop it.
    func leaveRunning() {
        guard let number = server?.number else { return }
        console.note(
            """

            The server goes on. Its data, the installations and the devices are in \(folder).
              cd \(folder)
              pharos status --home ana
              kill \(number)        # stops it
            """
        )
    }
}

/// What a command answered, and which it was.
struct Answer {
    let command: String
    let json: JSONValue

    /// A text of the answer.
    func text(_ name: String) throws(DemoError) -> String {
        guard let text = json[name]?.text else { throw .unexpectedAnswer(command: command, missing: name) }
        return text
    }

    /// A whole number of the answer.
    func integer(_ name: String) throws(DemoError) -> Int {
        guard let number = json[name]?.integer else { throw .unexpectedAnswer(command: command, missing: name) }
        return Int(number)
    }
}
