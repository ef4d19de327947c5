public import EventLoop
public import Survey

/// Why a key, a certificate or a secure connection could not be used.
public enum CryptoError: Error, Hashable, Sendable {
    /// Bytes that should be a key or certificate of this kind are something else.
    case invalidKey(kind: String)
    /// The server has another key than the join link says.
    case wrongServer(expected: Digest, found: Digest)
    /// The other side speaks TLS, but not our protocol.
    case wrongProtocol
    /// Both sides could not agree on a secure connection; the reason is OpenSSL's, or the other side's alert.
    case handshakeFailed(reason: String)
    /// The other side did not get through the handshake in time.
    case handshakeTimedOut(after: Duration)
    /// What arrived was damaged or forged.
    case damaged(reason: String)
    /// The connection ended without a farewell: what was under way may be lost.
    case cut
    /// The connection below could not be made, or broke.
    case network(NetworkError)
    /// OpenSSL refused what cannot fail in a healthy program: it is out of memory, or we use it wrongly.
    case openSSL(call: String, reason: String)
}

extension CryptoError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .invalidKey(let kind): "These bytes are not \(kind)."
        case .wrongServer(let expected, let found):
            "The server's key is \(found), but the join link was made for \(expected)."
        case .wrongProtocol: "The other side does not speak \(TLSContext.protocolName)."
        case .handshakeFailed(let reason): "No secure connection could be agreed on: \(reason)."
        case .handshakeTimedOut(let duration): "The other side did not complete its handshake within \(duration)."
        case .damaged(let reason): "The connection carried damaged data: \(reason)."
        case .cut: "The connection was cut."
        case .network(let error): error.description
        case .openSSL(let call, let reason): "\(call) failed: \(reason)."
        }
    }

    /// What a person can do about it; nil where only a fix of the program helps.
    public var recovery: String? {
        switch self {
        case .invalidKey: "Restore the key from a backup, or join again to make a new one."
        case .wrongServer:
            "If the server was set up anew, ask for a new join link; if not, somebody may be in between: do not go on."
        case .wrongProtocol: "Check that host and port of the join link are those of pharosd."
        case .handshakeFailed: "Check that host and port are those of pharosd, and that both sides are up to date."
        case .handshakeTimedOut, .damaged, .cut: "Check the network; connecting again is safe."
        case .network(let error): error.recovery
        case .openSSL: nil
        }
    }
}
