import CUV

/// Why a TCP connection could not be made, or ended.
public enum NetworkError: Error, Hashable, Sendable {
    /// No address is known for the host's name.
    case unknownHost(String, reason: String)
    /// A listener's host has to be a numeric address, and this is none.
    case notAnAddress(String)
    /// Something answered that nobody listens there.
    case refused(Endpoint)
    /// The network found no way there.
    case unreachable(Endpoint, reason: String)
    /// Nothing answered in time.
    case timedOut(Endpoint, after: Duration)
    /// Another program listens there.
    case inUse(Endpoint)
    /// The operating system does not let us listen there.
    case notAllowed(Endpoint)
    /// The connection broke.
    case lost(reason: String)
    /// The peer sent nothing for too long; it may be gone.
    case silent(Duration)
    /// The peer took nothing of what waits for it for too long; it may be gone.
    case stalled(Duration)
    /// More was written than may wait for the peer.
    case queueFull(limit: Int)
    /// The connection was closed on this side.
    case closed
    /// Another failure of the operating system.
    case system(UVError)
}

extension NetworkError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownHost(let host, let reason): "The address of \(host) could not be found: \(reason)."
        case .notAnAddress(let host): "\(host) is not a numeric address to listen on."
        case .refused(let endpoint): "Nobody listens at \(endpoint)."
        case .unreachable(let endpoint, let reason): "\(endpoint) could not be reached: \(reason)."
        case .timedOut(let endpoint, let duration): "\(endpoint) did not answer within \(duration)."
        case .inUse(let endpoint): "Another program listens at \(endpoint)."
        case .notAllowed(let endpoint): "Listening at \(endpoint) is not allowed."
        case .lost(let reason): "The connection broke: \(reason)."
        case .silent(let duration): "Nothing was heard from the peer for \(duration)."
        case .stalled(let duration): "The peer took none of the bytes that wait for it for \(duration)."
        case .queueFull(let limit): "More than \(limit) bytes wait for the peer."
        case .closed: "The connection is closed."
        case .system(let error): error.description
        }
    }

    /// What a person can do about it; nil where only a fix of the program helps.
    public var recovery: String? {
        switch self {
        case .unknownHost(let host, _): "Check the spelling of \(host), and that this computer is online."
        case .notAnAddress: "Give an address such as 0.0.0.0, 127.0.0.1 or ::1."
        case .refused(let endpoint): "Check that the server runs, and that \(endpoint) is its address."
        case .unreachable, .timedOut: "Check that this computer is online and that no firewall is in the way."
        case .inUse: "End the other program, or choose another port."
        case .notAllowed: "Choose a port above 1023, or an address of this computer."
        case .lost, .silent, .stalled: "Check the network; connecting again is safe."
        case .queueFull, .closed: nil
        case .system: nil
        }
    }
}

extension NetworkError {
    /// What a failed attempt to connect means.
    static func connecting(to endpoint: Endpoint, _ code: Int32) -> Self {
        switch code {
        case UV_ECONNREFUSED.rawValue: .refused(endpoint)
        case UV_EMFILE.rawValue, UV_ENFILE.rawValue, UV_ENOMEM.rawValue:
            .system(UVError(code: code, call: "connect"))
        default: .unreachable(endpoint, reason: UVError.reason(code))
        }
    }

    /// What a failed attempt to listen means.
    static func listening(at endpoint: Endpoint, _ code: Int32) -> Self {
        switch code {
        case UV_EADDRINUSE.rawValue: .inUse(endpoint)
        case UV_EACCES.rawValue, UV_EADDRNOTAVAIL.rawValue: .notAllowed(endpoint)
        default: .system(UVError(code: code, call: "listen"))
        }
    }

    /// What a failed read or write of an established connection means.
    static func lost(_ code: Int32) -> Self { .lost(reason: UVError.reason(code)) }
}
