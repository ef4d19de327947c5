import Glibc

/// Runs a person's command for an event, and cuts it off when it takes too long.
struct EventCommand {
    /// How long a command may take: as long as a phone gives an app that it woke.
    static let budget = Duration.seconds(5)

    let text: String
    let environment: [String: String]

    /// How a command ended.
    enum Outcome: Hashable, Sendable {
        case done
        case failed(status: Int32)
        case cutOff
        case notStarted(reason: String)
    }

    /// Runs the command for an event, which it finds in `PHAROS_EVENT`, `PHAROS_REGION`, `PHAROS_REGION_ID`, `PHAROS_TIME`.
    ///
    /// Returns when it has ended, or was cut off.
    func run(_ event: RegionEvent) async -> Outcome {
        var variables = environment
        variables["PHAROS_EVENT"] = event.event
        variables["PHAROS_REGION"] = event.name
        variables["PHAROS_REGION_ID"] = "\(event.region)"
        variables["PHAROS_TIME"] = "\(event.time)"
        let (child, code) = Self.start(text, variables)
        guard code == 0 else { return .notStarted(reason: String(cString: strerror(code))) }
        // It blocks a thread of the pool, for the budget at most; the child is left to be reaped, so that its number is
        // still its own when it is cut off.
        let ending = Task.detached {
            var information = siginfo_t()
            while waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
        }
        let cut = Task.detached {
            // Cancelled: the command has ended by itself.
            guard (try? await ContinuousClock().sleep(for: Self.budget)) != nil else { return false }
            kill(-child, SIGKILL)
            return true
        }
        await ending.value
        cut.cancel()
        let wasCut = await cut.value
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 && errno == EINTR {}
        if wasCut { return .cutOff }
        return status == 0 ? .done : .failed(status: status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F)
    }

    /// Starts the shell; gives its number, or the reason why not.
    private static func start(_ text: String, _ environment: [String: String]) -> (child: pid_t, code: Int32) {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        // A group of its own, so that what the command has started is cut off with it.
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        // The monitor's answer is its own: what a command prints goes where errors go.
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        let words: [String] = ["/bin/sh", "-c", text]
        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in arguments + variables { free(word) } }
        var child: pid_t = 0
        let code = posix_spawn(&child, "/bin/sh", &actions, &attributes, &arguments, &variables)
        return (child, code)
    }
}
