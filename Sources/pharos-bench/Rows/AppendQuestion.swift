import Crypto
import EdgeLog
import Glibc
import Survey
import Sync
import Wire

/// `append-1`, `append-100`: durable appends to the edge log, one or a hundred events of 200 bytes per transaction.
///
/// The limit writes the same bytes to a file and flushes it after each transaction: no log can be faster on this disk.
struct AppendQuestion: Question {
    let perTransaction: Int

    private var row: Row {
        let (name, limit) = ("append-\(perTransaction)", "raw write + fdatasync")
        return perTransaction == 1
            ? Row(name, "events/s", beside: limit, .ratioAtLeast(0.7))
            : Row(name, "events/s", beside: limit, .atLeast(100_000))
    }

    var rows: [Row] { [row] }

    func measure(in workshop: Workshop) async throws -> [Figure] {
        let transactions = perTransaction == 1 ? workshop.sizes.singleAppends : workshop.sizes.hundredAppends
        let events = MadeUpSurvey.smallScans(0..<perTransaction)
        var (rates, rawRates): ([Double], [Double]) = ([], [])
        for _ in 0..<repetitions {
            let log = try EdgeLog(
                creating: Installation(at: workshop.newPath("append")),
                project: ProjectID(high: 1, low: 1),
                agent: AgentID(high: 2, low: 2),
                EdgeLog.Environment(hashing: SHA256(), coding: PayloadCoder())
            )
            try log.append(events)
            let own = try await time { for _ in 0..<transactions { try log.append(events) } }
            let size = try averageSize(in: log)
            let raw = try await time {
                try RawLog.write(
                    transactions,
                    of: size * perTransaction,
                    to: workshop.newPath("raw")
                )
            }
            rates.append(Double(transactions * perTransaction) / own.inSeconds)
            rawRates.append(Double(transactions * perTransaction) / raw.inSeconds)
        }
        return [Figure(row, median(rates), beside: median(rawRates))]
    }

    private func averageSize(in log: EdgeLog) throws -> Int {
        guard let stream = try log.streams().last else { throw BenchError.wrong("a log has a stream") }
        let run = try log.run(of: stream.claim.incarnation, from: 1, byteLimit: 1_000).events
        let sizes = run.map(\.bytes.count)
        return sizes.reduce(0, +) / max(sizes.count, 1)
    }
}

/// The log that somebody would write by hand: bytes at the end of a file, flushed to the disk.
enum RawLog {
    /// Writes and flushes so many bytes, so many times.
    static func write(_ times: Int, of size: Int, to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw TextFile.failure("write \(path)") }
        defer { close(descriptor) }
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        for _ in 0..<times {
            guard Glibc.write(descriptor, bytes, size) == size, fdatasync(descriptor) == 0 else {
                throw TextFile.failure("write \(path)")
            }
        }
    }
}
