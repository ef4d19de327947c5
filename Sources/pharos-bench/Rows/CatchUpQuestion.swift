import Agent
import Dispatch
import Glibc
import Survey

/// `catch-up`: one agent delivers 50,000 events of 200 bytes, and another, who was away, pulls them all.
///
/// Flushed by the server and by the second agent as always. The limit sends the same bytes over two plain TCP
/// connections, one after the other; each receiver writes them to a file and flushes it as often as there are batches.
struct CatchUpQuestion: Question {
    private let row = Row("catch-up", "ms", beside: "plain TCP + fdatasync, twice", .atMost(3_000))

    var rows: [Row] { [row] }

    func measure(in workshop: Workshop) async throws -> [Figure] {
        let server = try workshop.server()
        let count = workshop.sizes.caughtUpEvents
        let ahead = try await Surveyor(founding: "ahead", in: workshop)
        try ahead.append(MadeUpSurvey(points: 250, scans: 1).structure(of: ahead.project))
        try await ahead.sync()
        let behind = try await Surveyor(joining: ahead.project, as: "behind", in: workshop)
        try await behind.sync(pulling: Lane.allCases)
        var (times, plainTimes): ([Double], [Double]) = ([], [])
        for _ in 0..<repetitions {
            try ahead.append(count) { MadeUpSurvey.smallScans($0) }
            try server.settle()
            var pulled: UInt64 = 0
            let own = try await time {
                try await ahead.sync()
                pulled = try await behind.sync(pulling: Lane.allCases).pulled
            }
            guard pulled == count else { throw BenchError.wrong("\(count) events are pulled, not \(pulled)") }
            times.append(own.inMilliseconds)
            let plain = try await time {
                for _ in 0..<2 { try PlainTransfer.run(bytes: count * 200, to: workshop.newPath("plain")) }
            }
            plainTimes.append(plain.inMilliseconds)
        }
        return [Figure(row, median(times), beside: median(plainTimes))]
    }
}

/// Bytes from one end of a TCP connection to a file at the other.
enum PlainTransfer {
    /// As much as a batch of 500 events.
    private static let piece = 100_000

    /// Sends so many bytes over the loopback, and writes and flushes them piece by piece.
    static func run(bytes: Int, to path: String) throws {
        let (sender, receiver) = try connection()
        defer { close(receiver) }
        DispatchQueue.global().async {  // ends with the last byte, or when the receiver is closed
            let piece = [UInt8](repeating: 7, count: Self.piece)
            var rest = bytes
            while rest > 0 {
                let count = send(sender, piece, min(rest, piece.count), Int32(MSG_NOSIGNAL))
                if count <= 0 { break }
                rest -= count
            }
            close(sender)
        }
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw TextFile.failure("write \(path)") }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: Self.piece)
        var received = 0
        while received < bytes {
            let count = recv(receiver, &buffer, min(buffer.count, bytes - received), Int32(MSG_WAITALL))
            guard count > 0, write(file, buffer, count) == count, fdatasync(file) == 0 else {
                throw TextFile.failure("receive into \(path)")
            }
            received += count
        }
    }

    private static func connection() throws -> (sender: Int32, receiver: Int32) {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let listener = socket(AF_INET, kind, 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let sender = socket(AF_INET, kind, 0)
        let isConnected = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && listen(listener, 1) == 0
                    && getsockname(listener, address, &size) == 0 && connect(sender, address, size) == 0
            }
        }
        let receiver = isConnected ? accept(listener, nil, nil) : -1
        guard receiver >= 0 else {
            close(sender)
            throw TextFile.failure("connect to this machine")
        }
        return (sender, receiver)
    }
}
