public import Survey

/// What an invitation looks like: where the server is, how to know it, and the one-time code.
///
/// `pharos://HOST:PORT/?pin=…&code=…`, where pin and code are hexadecimal; an IPv6 address stands in brackets.
public struct JoinLink: Hashable, Sendable {
    /// A name or an address, without brackets.
    public let host: String
    public let port: UInt16
    /// SHA-256 of the server's public key.
    public let pin: Digest
    /// The one-time code: ``codeSize`` bytes.
    public let code: [UInt8]

    /// The number of bytes of a code: 80 bits.
    public static let codeSize = 10

    public init(host: String, port: UInt16, pin: Digest, code: [UInt8]) {
        self.host = host
        self.port = port
        self.pin = pin
        self.code = code
    }
}

extension JoinLink: CustomStringConvertible, LosslessStringConvertible {
    public var description: String {
        let shownHost = host.contains(":") ? "[\(host)]" : host
        return "pharos://\(shownHost):\(port)/?pin=\(pin)&code=\(code.hexadecimal)"
    }

    /// Reads a link; nil where it is none, also where only a part of it was copied.
    public init?(_ description: String) {
        let scheme = "pharos://"
        guard description.lowercased().hasPrefix(scheme) else { return nil }
        let rest = description.dropFirst(scheme.count)
        let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].first == "?", let (host, port) = Self.authority(parts[0]) else { return nil }
        var pin: Digest?
        var code: [UInt8]?
        for field in parts[1].dropFirst().split(separator: "&") {
            let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { return nil }
            switch pair[0] {
            case "pin": pin = Digest(String(pair[1]))
            case "code": code = [UInt8](hexadecimal: pair[1])
            default: continue  // what a newer version adds
            }
        }
        guard let pin, let code, code.count == Self.codeSize else { return nil }
        self.init(host: host, port: port, pin: pin, code: code)
    }

    /// Splits `HOST:PORT`.
    private static func authority(_ text: Substring) -> (host: String, port: UInt16)? {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]), port > 0 else {
            return nil
        }
        var host = text[..<colon]
        if host.hasPrefix("[") && host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        return host.isEmpty ? nil : (String(host), port)
    }
}
