import Glibc

/// Small files of text.
enum TextFile {
    /// The whole of a file.
    static func read(_ path: String) throws(BenchError) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("read \(path)") }
        defer { close(descriptor) }
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { throw failure("read \(path)") }
            if count == 0 { return String(decoding: content, as: UTF8.self) }
            content += buffer.prefix(count)
        }
    }

    /// Writes a file.
    static func write(_ text: String, to path: String) throws(BenchError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure("write \(path)") }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw failure("write \(path)") }
    }

    static func failure(_ what: String) -> BenchError { .cannot(what, reason: String(cString: strerror(errno))) }
}
