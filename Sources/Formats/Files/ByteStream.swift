import Glibc

/// The bytes of a file or of standard input, as they come.
struct ByteStream: ~Copyable {
    /// Large enough that system calls do not count, small enough for a Raspberry Pi.
    private static let pieceSize = 64 * 1_024
    /// How often a wait for a pipe looks whether its task was cancelled, in milliseconds.
    private static let cancellationCheck: Int32 = 100

    private let path: String
    private let descriptor: Int32

    init(path: String) throws(FileError) {
        self.path = path
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotOpen(path: path, reason: FileError.reason(errno)) }
        self.descriptor = descriptor
    }

    deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

    /// The next piece, not empty; nil at the end.
    borrowing func read() throws -> [UInt8]? {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&waiting, 1, Self.cancellationCheck) == 0 { try Task.checkCancellation() }
        try Task.checkCancellation()
        var code: Int32 = 0
        let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
            var result = -1
            repeat {
                result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            } while result < 0 && errno == EINTR
            code = result < 0 ? errno : 0
            count = max(0, result)
        }
        guard code == 0 else { throw FileError.cannotRead(path: path, reason: FileError.reason(code)) }
        return piece.isEmpty ? nil : piece
    }
}
