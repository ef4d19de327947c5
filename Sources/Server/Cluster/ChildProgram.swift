import Dispatch
import Glibc

/// A program that runs to its end, with nothing on its standard input.
struct ChildProgram: Hashable, Sendable {
    let path: String
    let arguments: [String]

    init(_ path: String, _ arguments: [String]) {
        self.path = path
        self.arguments = arguments
    }

    /// Runs it, and returns what it wrote.
    ///
    /// - Throws: ``ServerError/commandFailed(command:status:output:)`` where it does not end with 0.
    @discardableResult
    func run() async throws(ServerError) -> String {
        let (status, output) = try await end()
        guard status == 0 else { throw .commandFailed(command: path, status: status, output: output) }
        return output
    }

    /// Runs it, and returns its exit status and what it wrote, on either descriptor.
    func end() async throws(ServerError) -> (status: Int32, output: String) {
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: Result { () throws(ServerError) in try waitForEnd() })
            }
        }
        return try result.get()
    }

    private func waitForEnd() throws(ServerError) -> (status: Int32, output: String) {
        var ends: [Int32] = [-1, -1]
        // A pair of sockets rather than a pipe: nobody else's child inherits it, whenever that is started.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw failure(errno) }
        let reading = ends[0]
        defer { close(reading) }
        let spawned = Result { () throws(ServerError) in try spawn(writingTo: ends[1]) }
        close(ends[1])
        let child = try spawned.get()
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(reading, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            if output.count < Self.keptOutput { output += buffer.prefix(count) }
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 && errno == EINTR {}
        // The lower seven bits are the signal that ended it; shells report that as 128 and the signal.
        let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
        return (code, String(decoding: output, as: UTF8.self).trimmed)
    }

    /// Starts it as a child that goes on, in a session of its own; what it writes is added to a file.
    ///
    /// The caller waits for its end.
    func start(log: String) throws(ServerError) -> pid_t {
        let descriptor = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileSystem.failure(log) }
        defer { close(descriptor) }
        return try spawn(writingTo: descriptor, flags: Self.newSession)
    }

    /// `POSIX_SPAWN_SETSID`, which glibc declares for GNU programs alone.
    private static let newSession: Int32 = 0x80

    /// The descriptors that a parent may have left open lie below this, the usual limit of a process.
    private static let descriptorLimit: Int32 = 1_024

    /// A program that writes more than this is not quoted in full.
    private static let keptOutput = 64 * 1_024

    private func spawn(
        writingTo descriptor: Int32,
        flags: Int32 = POSIX_SPAWN_SETPGROUP
    ) throws(ServerError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, descriptor, 1)
        posix_spawn_file_actions_adddup2(&actions, descriptor, 2)
        // PostgreSQL outlives a killed server: what we inherited it would hold open, and whoever waits for that waits on.
        for inherited in 3..<Self.descriptorLimit { _ = fcntl(inherited, F_SETFD, FD_CLOEXEC) }

        // A group of its own: Ctrl-C at our terminal is for us, and we stop PostgreSQL in our own order.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var ignored = sigset_t()
        sigemptyset(&ignored)
        sigaddset(&ignored, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &ignored)
        posix_spawnattr_setflags(&attributes, Int16(flags | POSIX_SPAWN_SETSIGDEF))

        var words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child = pid_t()
        let code = posix_spawn(&child, path, &actions, &attributes, &words, environ)
        guard code == 0 else { throw failure(code) }
        return child
    }

    private func failure(_ code: Int32) -> ServerError {
        .file(path: path, reason: String(cString: strerror(code)))
    }
}

extension String {
    /// Without spaces and line ends at both ends.
    var trimmed: String {
        var rest = self[...]
        while rest.last?.isWhitespace == true { rest.removeLast() }
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        return String(rest)
    }
}
