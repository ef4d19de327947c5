/// Why an advertisement, or a part of it, could not be read.
public enum FrameProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A structure declares more bytes than are left.
    case truncated(declared: Int, left: Int)
    /// A frame of a known kind has too few bytes for its fields.
    case shortFrame(FrameKind, length: Int)
    /// An Eddystone frame type that the specification reserves.
    case unknownEddystoneFrame(type: UInt8)
    /// An Eddystone-TLM version that the specification reserves.
    case unknownTelemetryVersion(UInt8)
    /// An Eddystone-URL with a scheme or a character that the specification reserves.
    case invalidURL

    public var description: String {
        switch self {
        case .truncated(let declared, let left): "A structure declares \(declared) bytes and \(left) are left."
        case .shortFrame(let kind, let length): "A frame of kind \(kind) has only \(length) bytes."
        case .unknownEddystoneFrame(let type): "Eddystone reserves the frame type \(type)."
        case .unknownTelemetryVersion(let version): "Eddystone reserves the telemetry version \(version)."
        case .invalidURL: "An Eddystone-URL holds a reserved byte."
        }
    }
}

/// The kinds of beacon frame.
public enum FrameKind: Hashable, Sendable, CaseIterable {
    case iBeacon
    case altBeacon
    case eddystoneUID
    case eddystoneURL
    case eddystoneTelemetry
    case eddystoneEphemeral
    case eddystone
}
