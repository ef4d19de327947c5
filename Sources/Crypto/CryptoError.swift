/// Why a key, a certificate or a secure connection could not be used.
public enum CryptoError: Error, Hashable, Sendable {
    /// Bytes that should be a key or certificate of this kind are something else.
    case invalidKey(kind: String)
    /// OpenSSL refused what cannot fail in a healthy program: it is out of memory, or we use it wrongly.
    case openSSL(call: String, reason: String)
}

extension CryptoError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .invalidKey(let kind): "These bytes are not \(kind)."
        case .openSSL(let call, let reason): "\(call) failed: \(reason)."
        }
    }

    /// What a person can do about it; nil where only a fix of the program helps.
    public var recovery: String? {
        switch self {
        case .invalidKey: "Restore the key from a backup, or join again to make a new one."
        case .openSSL: nil
        }
    }
}
