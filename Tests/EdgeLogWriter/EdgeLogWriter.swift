import Crypto
import EdgeLog
import Glibc
import Survey
import Wire

/// A program that only appends: `edge-log-writer HOME EVENTS-PER-TRANSACTION [TRANSACTIONS]`.
///
/// After each transaction it writes the last sequence to standard output, so that a test knows what was promised when it
/// kills the program. Without a number of transactions it goes on until it is killed.
@main
struct EdgeLogWriter {
    static func main() {
        do throws(EdgeLogError) { try run() } catch {
            say("\(error)\n\(error.recovery ?? "")\n", to: 2)
            exit(74)
        }
    }

    private static func run() throws(EdgeLogError) {
        let arguments = CommandLine.arguments
        let installation = Installation(at: arguments[1])
        let perTransaction = Int(arguments[2]) ?? 1
        let transactions = arguments.count > 3 ? Int(arguments[3]) ?? 1 : .max
        let environment = EdgeLog.Environment(hashing: SHA256(), coding: PayloadCoder())
        let log =
            installation.hasLog
            ? try EdgeLog(opening: installation, environment)
            : try EdgeLog(
                creating: installation,
                project: ProjectID(high: 1, low: 1),
                agent: AgentID(high: 2, low: 2),
                environment
            )
        let scans = [SurveyEvent](repeating: .scanSampled(scan), count: perTransaction)
        for _ in 0..<transactions {
            say("\(try log.append(scans).sequences.upperBound)\n", to: 1)
        }
    }

    private static func say(_ text: String, to descriptor: Int32) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }

    /// A scan whose event has about 200 bytes.
    private static let scan = ScanSampled(
        walk: WalkID(high: 3, low: 3),
        floor: FloorID(high: 4, low: 4),
        point: Point(x: 12.5, y: 7.25),
        window: 1_000,
        readings: []
    )
}
