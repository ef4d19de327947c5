import Glibc

/// The bytes of a file or of standard input, as they come.
public final class ByteStream {
    /// Large enough that system calls do not count, small enough for a Raspberry Pi.
    private static let pieceSize = 64 * 1_024
    /// How often a wait for a pipe looks whether its task was cancelled, in milliseconds.
    private static let cancellationCheck: Int32 = 100

    private let path: String
    private let descriptor: Int32

    /// Opens a file, or standard input for `-`.
    public init(path: String) throws(FileError) {
        self.path = path
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotOpen(path: path, reason: FileError.reason(errno)) }
        self.descriptor = descriptor
    }

    deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

    /// What a look for more bytes can bring.
    public enum Piece {
        /// Some bytes, at least one.
        case bytes([UInt8])
        /// Nothing has come yet.
        case nothingYet
        case end
    }

    /// The next piece; where nothing has come yet it is waited for, unless `waiting` is false.
    public func read(waiting: Bool) throws -> Piece {
        if !waiting {
            var look = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&look, 1, 0) != 0 else { return .nothingYet }
        }
        return try read().map(Piece.bytes) ?? .end
    }

    /// The next piece, not empty; nil at the end.
    func read() throws -> [UInt8]? {
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
