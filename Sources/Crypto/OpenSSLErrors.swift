import COpenSSL

/// OpenSSL's error queue of the calling thread.
enum OpenSSLErrors {
    /// Takes everything out of the queue, right after the call that failed; the reason is the newest entry's.
    static func drain() -> String {
        var reason = "no reason given"
        while true {
            let code = ERR_get_error()
            guard code != 0 else { return reason }
            if let text = ERR_reason_error_string(code) { reason = String(cString: text) }
        }
    }

    /// The error for a call that just failed.
    static func failure(of call: String) -> CryptoError { .openSSL(call: call, reason: drain()) }
}

/// Owns one OpenSSL object, and frees it with OpenSSL's own function.
struct Owned: ~Copyable {
    let pointer: OpaquePointer
    private let free: (OpaquePointer?) -> Void

    /// Takes over what `call` returned; its nil is the failure.
    init(
        _ pointer: OpaquePointer?,
        _ call: String,
        free: @escaping (OpaquePointer?) -> Void
    ) throws(CryptoError) {
        guard let pointer else { throw OpenSSLErrors.failure(of: call) }
        self.free = free
        self.pointer = pointer
    }

    deinit { free(pointer) }
}
