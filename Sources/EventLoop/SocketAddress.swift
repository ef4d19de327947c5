import CUV
import Glibc

/// A numeric IPv4 or IPv6 address with a port, as the operating system wants it.
struct SocketAddress {
    private var storage = sockaddr_storage()

    /// Reads a numeric address such as "127.0.0.1" or "::1"; nil where it is something else.
    init?(numeric endpoint: Endpoint) {
        let port = Int32(endpoint.port)
        let code = withUnsafeMutableBytes(of: &storage) { bytes in
            let isV4 = uv_ip4_addr(endpoint.host, port, bytes.baseAddress?.assumingMemoryBound(to: sockaddr_in.self))
            guard isV4 != 0 else { return isV4 }
            return uv_ip6_addr(endpoint.host, port, bytes.baseAddress?.assumingMemoryBound(to: sockaddr_in6.self))
        }
        guard code == 0 else { return nil }
    }

    /// Copies an address that the system gave; nil where it is of another family.
    init?(_ address: UnsafePointer<sockaddr>) {
        let count: Int
        switch Int32(address.pointee.sa_family) {
        case AF_INET: count = MemoryLayout<sockaddr_in>.size
        case AF_INET6: count = MemoryLayout<sockaddr_in6>.size
        default: return nil
        }
        withUnsafeMutableBytes(of: &storage) {
            $0.copyMemory(from: UnsafeRawBufferPointer(start: address, count: count))
        }
    }

    /// Lets `fill` write an address with its length, such as `uv_tcp_getpeername` does; nil where that fails.
    init?(filledBy fill: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<Int32>) -> Int32) {
        var length = Int32(MemoryLayout<sockaddr_storage>.size)
        let code = withUnsafeMutableBytes(of: &storage) { bytes in
            fill(bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), &length)
        }
        guard code == 0 else { return nil }
    }

    var isV6: Bool { Int32(storage.ss_family) == AF_INET6 }

    /// The address as text, and the port.
    var endpoint: Endpoint {
        withUnsafePointer { address in
            var name = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            uv_ip_name(address, &name, name.count)
            let host = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
            // The port stands at the same place in both families.
            let port = UnsafeRawPointer(address).load(fromByteOffset: 2, as: UInt16.self)
            return Endpoint(host: host, port: UInt16(bigEndian: port))
        }
    }

    func withUnsafePointer<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
        withUnsafeBytes(of: storage) { body($0.baseAddress!.assumingMemoryBound(to: sockaddr.self)) }
    }
}
