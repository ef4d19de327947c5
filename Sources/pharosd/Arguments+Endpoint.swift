import CommandLineKit
import EventLoop

extension Arguments {
    /// Takes `HOST:PORT`, an IPv6 address in brackets.
    mutating func takeEndpoint(_ name: String) throws(UsageError) -> Endpoint? {
        guard let text = try takeOption(name) else { return nil }
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            throw .invalidValue(text, of: name, expected: "HOST:PORT")
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty else { throw .invalidValue(text, of: name, expected: "HOST:PORT") }
        return Endpoint(host: String(host), port: port)
    }
}
