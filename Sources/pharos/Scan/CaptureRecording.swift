import Formats
import Glibc
import Radio
import Survey

/// A btsnoop file that grows while one scans.
final class CaptureRecording {
    /// Written at once where that much has gathered.
    private static let pieceSize = 64 * 1_024

    private let path: String
    private let descriptor: Int32
    private var waiting = BTSnoopWriter.header

    /// Makes the file; one that is there is replaced.
    init(path: String) throws(FileError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .cannotOpen(path: path, reason: String(cString: strerror(errno))) }
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Adds what was heard: the packet as it came, or as a controller would have reported it.
    func add(_ packet: CapturedPacket, _ advertisements: [Advertisement], now: Int64) throws(FileError) {
        let time = packet.time ?? now
        switch packet.content {
        case .hci(let bytes): if bytes.first == 0x04 { waiting += BTSnoopWriter.record(of: bytes, at: time) }
        case .linkLayer:
            for advertisement in advertisements { waiting += BTSnoopWriter.record(of: advertisement, at: time) }
        }
        if waiting.count >= Self.pieceSize { try flush() }
    }

    /// Writes what has gathered, so that a reader of the file sees it.
    func flush() throws(FileError) {
        var rest = waiting[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw .cannotWrite(path: path, reason: String(cString: strerror(errno))) }
            rest = rest.dropFirst(count)
        }
        waiting.removeAll(keepingCapacity: true)
    }
}
