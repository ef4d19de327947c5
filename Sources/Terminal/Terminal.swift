public import CommandLineKit
import Glibc

/// Connects a program to the process it runs in: descriptors, environment and signals.
public enum Terminal {
    /// Runs a program with this process's arguments, and ends the process with its status.
    ///
    /// SIGINT and SIGTERM cancel the command's task, which then ends in its own order; a second one ends the process at
    /// once. SIGPIPE is ignored: a reader that went away shows in the write.
    public static func run(_ program: Program) async -> Never {
        signal(SIGPIPE, SIG_IGN)
        let words = Array(CommandLine.arguments.dropFirst())
        let task = Task { await program.run(words, in: surroundings) }
        StopSignals.watch { task.cancel() }
        let status = await task.value
        exit(status.rawValue)
    }

    /// This process's descriptors and environment.
    public static var surroundings: Surroundings {
        Surroundings(
            isInputTerminal: isatty(STDIN_FILENO) == 1,
            isErrorTerminal: isatty(STDERR_FILENO) == 1,
            environment: environment,
            writeOut: { write($0, to: STDOUT_FILENO) },
            writeErr: { write($0, to: STDERR_FILENO) },
            readLine: { Swift.readLine() }
        )
    }

    /// The process's environment; of a name that stands twice, the first counts, as for `getenv`.
    private static var environment: [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2, variables[String(pair[0])] == nil { variables[String(pair[0])] = String(pair[1]) }
            entry += 1
        }
        return variables
    }
}

/// Writes all of a text to a file descriptor; a reader that went away ends the writing.
///
/// `stdout` and `stderr` are mutable C globals, which Swift 6 refuses; descriptors are plain numbers.
private func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
    }
}
