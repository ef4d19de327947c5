import CommandLineKit

/// Why a source of advertisements cannot be used.
enum SourceError: Error, ExplainedError {
    /// The first bytes are those of no format that is read.
    case unknownFormat(name: String)

    var description: String {
        switch self {
        case .unknownFormat(let name): "\(name) is no capture and no JSON lines."
        }
    }

    var recovery: String? {
        "Give a btsnoop, pcap or pcapng file, the text of hcidump -R, JSON lines, or an adapter such as hci0."
    }

    var exitStatus: ExitStatus { .data }
}
