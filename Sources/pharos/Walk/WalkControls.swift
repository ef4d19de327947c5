import CommandLineKit
import EventLoop

/// What a person types during a walk: `p` to pause, `r` to resume, `s` to stop.
final class WalkControls: Sendable {
    /// A word that means something.
    enum Word: Character, Sendable {
        case pause = "p"
        case resume = "r"
        case stop = "s"
    }

    /// Words that wait for the next tick; a person types few in a second.
    private let waiting = Locked<[Word]>([])

    /// Begins to read lines from standard input, until it ends.
    init() {
        // The read blocks a thread for as long as the program runs; the walk never waits for it.
        Task.detached { [waiting] in
            while let line = readLine() {
                guard let word = line.first.flatMap(Word.init) else { continue }
                waiting.withLock { if $0.count < 64 { $0.append(word) } }
            }
        }
    }

    /// What was typed since the last time.
    func take() -> [Word] {
        waiting.withLock { words in
            defer { words = [] }
            return words
        }
    }
}
