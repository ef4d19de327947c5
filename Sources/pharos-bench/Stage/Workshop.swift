import CommandLineKit
import EventLoop
import Glibc
import Processes

/// Where the table is measured: a temporary folder, the programs, a server with a durable PostgreSQL, and one loop.
///
/// What several rows need is made when the first of them wants it.
final class Workshop {
    let sizes: Sizes
    let console: Console
    /// On the disk that is meant; emptied by ``clear()``.
    let folder: String
    /// The loop of what runs in this process: an agent, devices, idle peers.
    let loop: EventLoop
    private let programs: String
    private var running: BenchServer?
    private var surveyed: SurveyedProject?
    private var names = 0

    init(_ sizes: Sizes, _ console: Console) throws {
        self.sizes = sizes
        self.console = console
        let place = console.environment["TMPDIR"] ?? "/tmp"
        var template = Array("\(place)/pharos-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw BenchError.noFolder(reason: String(cString: strerror(errno))) }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        chmod(folder, 0o755)  // PostgreSQL runs as another user where we are root
        programs = Self.folderOfThisProgram()
        loop = try EventLoop()
        // A thousand connections take as many descriptors at either end.
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    private static func folderOfThisProgram() -> String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = max(0, readlink("/proc/self/exe", &path, path.count - 1))
        let text = String(decoding: path.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return String(text[..<(text.lastIndex(of: "/") ?? text.startIndex)])
    }

    /// A name in the folder that nothing has yet.
    func newPath(_ name: String) -> String {
        names += 1
        return "\(folder)/\(name)-\(names)"
    }

    /// The server; started when it is first wanted.
    func server() throws -> BenchServer {
        if let running { return running }
        let server = try BenchServer(in: self)
        running = server
        return server
    }

    /// The project of a million scans, delivered by `pharos sync` as a process whose memory was watched.
    func surveyedProject() async throws -> SurveyedProject {
        if let surveyed { return surveyed }
        let project = try await SurveyedProject(in: self)
        surveyed = project
        return project
    }

    // MARK: Programs

    /// Starts one of our programs; what it writes goes into files that the path begins.
    func start(_ program: String, _ words: [String], writingTo path: String) throws(ProcessError) -> ChildProcess {
        try ChildProcess(
            ["\(programs)/\(program)"] + words,
            environment: console.environment.filter { !$0.key.hasPrefix("PHAROS_") },
            output: path + ".out",
            errors: path + ".err"
        )
    }

    /// Runs one of our programs to its end; gives what it wrote.
    @discardableResult
    func run(_ program: String, _ words: [String]) throws -> String { try run(["\(programs)/\(program)"] + words) }

    /// Runs a program of the system to its end; gives what it wrote.
    @discardableResult
    func runTool(_ words: [String]) throws -> String { try run(["/usr/bin/env"] + words) }

    private func run(_ words: [String]) throws -> String {
        let path = newPath("run")
        var child = try ChildProcess(
            words,
            environment: console.environment.filter { !$0.key.hasPrefix("PHAROS_") },
            output: path + ".out",
            errors: path + ".err"
        )
        let status = child.wait()
        guard status == 0 else {
            let command = words.dropFirst(words[0] == "/usr/bin/env" ? 1 : 0).joined(separator: " ")
            throw BenchError.commandFailed(command: command, status: status, errors: try TextFile.read(path + ".err"))
        }
        return try TextFile.read(path + ".out")
    }

    /// Stops what was started and takes the folder away.
    func clear() async {
        running?.stop()
        running = nil
        await loop.shutdown()
        do { try remove(folder) } catch { console.warn("\(folder) is left behind: \(error)") }
    }

    /// Takes a folder away.
    func remove(_ path: String) throws {
        var child = try ChildProcess(
            ["/bin/rm", "--recursive", "--force", path],
            environment: [:],
            output: "/dev/null",
            errors: "/dev/null"
        )
        _ = child.wait()
    }
}
