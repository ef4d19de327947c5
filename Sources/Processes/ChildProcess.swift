import Glibc

/// A program that was started, and that is ours to wait for or to stop.
public struct ChildProcess: ~Copyable {
    private let id: pid_t
    private var status: Int32?

    /// Starts a program with its output in two files; `words` begin with the program's path.
    public init(
        _ words: [String],
        environment: [String: String],
        output: String,
        errors: String
    ) throws(ProcessError) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // It hears every signal, though the thread that starts it may not: those of the concurrency pool block them all.
        var (none, ignored) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigemptyset(&ignored)
        sigaddset(&ignored, SIGPIPE)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &ignored)
        // A group of its own: Ctrl-C is for its parent, which then stops what it started.
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var id: pid_t = 0
        let code = posix_spawn(&id, words[0], &actions, &attributes, &arguments, &variables)
        guard code == 0 else { throw .cannotStart(program: words[0], reason: String(cString: strerror(code))) }
        self.id = id
    }

    /// Waits for the end; gives the exit status, or 128 and the signal that ended it, as shells do.
    public mutating func wait() -> Int32 {
        if let status { return status }
        var raw: Int32 = 0
        while waitpid(id, &raw, 0) < 0 && errno == EINTR {}
        let ended = raw & 0x7F == 0 ? (raw >> 8) & 0xFF : 128 + raw & 0x7F
        status = ended
        return ended
    }

    /// Whether it still runs.
    public mutating func isRunning() -> Bool {
        if status != nil { return false }
        var raw: Int32 = 0
        guard waitpid(id, &raw, WNOHANG) == id else { return true }
        status = raw & 0x7F == 0 ? (raw >> 8) & 0xFF : 128 + raw & 0x7F
        return false
    }

    /// Asks it to end.
    public func terminate() { if status == nil { kill(id, SIGTERM) } }

    /// The process's number, for a person who wants to stop it later, and for looking at it meanwhile.
    public var number: Int32 { id }
}
