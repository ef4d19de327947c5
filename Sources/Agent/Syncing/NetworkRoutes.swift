import EdgeLog
import Glibc

/// The kernel's routing tables: when they change, a network may have come or gone.
enum NetworkRoutes {
    /// The ways out of this machine, as Linux lists them; empty where it does not.
    static func now() -> [[UInt8]] {
        ["/proc/net/route", "/proc/net/ipv6_route"].map(content)
    }

    private static func content(_ path: String) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let count = read(descriptor, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }
}
