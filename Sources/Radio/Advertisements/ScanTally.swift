/// What a scan has seen so far, in numbers.
public struct ScanTally: Hashable, Sendable {
    /// Packets of every kind.
    public var packets = 0
    /// Whole advertising reports, legacy and extended.
    public var reports = 0
    public var extendedReports = 0
    public var scanResponses = 0
    /// Reports whose controller had no strength (127, or 0).
    public var reportsWithoutStrength = 0
    /// Frames that claim a strength at 1 m that no beacon has.
    public var implausiblePowers = 0
    public var frames: [FrameKind: Int] = [:]
    /// How often something could not be read, by the name of the reason.
    public private(set) var problems: [String: Int] = [:]

    public init() {}

    /// Counts a problem under its name.
    public mutating func count(_ problem: String) { problems[problem, default: 0] += 1 }
}

extension CaptureProblem {
    /// The kind of problem in a word, for counting.
    public var name: String {
        switch self {
        case .unknownFormat: "unknownFormat"
        case .unsupported: "unsupported"
        case .oversizedRecord: "oversizedRecord"
        case .truncated: "truncatedFile"
        case .malformedLine: "malformedLine"
        case .damagedRecord: "damagedRecord"
        }
    }
}

extension ReportProblem {
    /// The kind of problem in a word, for counting.
    public var name: String {
        switch self {
        case .notAnEvent: "notAnEvent"
        case .wrongLength: "wrongLength"
        case .truncatedReport: "truncatedReport"
        case .truncatedByController: "truncatedByController"
        case .chainTooLong: "chainTooLong"
        case .brokenChain: "brokenChain"
        case .missedPacket: "missedPacket"
        }
    }
}

extension FrameProblem {
    /// The kind of problem in a word, for counting.
    public var name: String {
        switch self {
        case .truncated: "truncatedStructure"
        case .shortFrame: "shortFrame"
        case .unknownEddystoneFrame: "unknownEddystoneFrame"
        case .unknownTelemetryVersion: "unknownTelemetryVersion"
        case .invalidURL: "invalidURL"
        }
    }
}

extension FrameKind {
    /// The kind as it is written in JSON lines.
    public var name: String {
        switch self {
        case .iBeacon: "ibeacon"
        case .altBeacon: "altbeacon"
        case .eddystone, .eddystoneUID: "eddystone-uid"
        case .eddystoneURL: "eddystone-url"
        case .eddystoneTelemetry: "eddystone-tlm"
        case .eddystoneEphemeral: "eddystone-eid"
        }
    }
}

extension BeaconFrame {
    /// What kind of frame this is; telemetry is one kind, encrypted or not.
    public var kind: FrameKind {
        switch self {
        case .iBeacon: .iBeacon
        case .altBeacon: .altBeacon
        case .eddystoneUID: .eddystoneUID
        case .eddystoneURL: .eddystoneURL
        case .eddystoneTelemetry, .eddystoneEncryptedTelemetry: .eddystoneTelemetry
        case .eddystoneEphemeral: .eddystoneEphemeral
        }
    }
}
