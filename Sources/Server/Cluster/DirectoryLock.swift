import Glibc

/// A lock on a file of the data directory, held by a descriptor: it goes when the process goes, however that happens.
final class DirectoryLock: Sendable {
    enum Mode {
        /// The only holder.
        case exclusive
        /// One of several.
        case shared
    }

    private let descriptor: Int32

    /// Takes the lock; nil where somebody else holds it.
    init?(_ path: String, _ mode: Mode) throws(ServerError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileSystem.failure(path) }
        guard flock(descriptor, (mode == .exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Takes the lock as soon as it is free; nil where it is not within so long.
    static func wait(_ path: String, _ mode: Mode, atMost limit: Duration) async throws -> DirectoryLock? {
        let clock = ContinuousClock()
        let end = clock.now + limit
        while true {
            if let lock = try DirectoryLock(path, mode) { return lock }
            guard clock.now < end else { return nil }
            try await Task.sleep(for: .milliseconds(100))
        }
    }
}
