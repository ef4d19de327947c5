import Glibc

/// Files that are replaced as a whole and survive a power cut.
enum ReleaseFiles {
    /// Replaces a file: after a crash either the old or the new content is there, never a mixture.
    static func replace(_ path: String, with bytes: [UInt8]) throws(DeviceError) {
        let draft = path + ".new"
        try write(bytes, to: draft, flags: O_WRONLY | O_CREAT | O_TRUNC)
        try move(draft, to: path)
    }

    /// Appends to a file, which it makes where there is none; flushed only by ``move(_:to:)``'s callers.
    static func append(_ bytes: [UInt8], to path: String) throws(DeviceError) {
        try write(bytes, to: path, flags: O_WRONLY | O_CREAT | O_APPEND)
    }

    /// Gives a file its final name, durably.
    static func move(_ draft: String, to path: String) throws(DeviceError) {
        guard rename(draft, path) == 0 else { throw .cannotWrite(path: path, reason: reason()) }
        guard let slash = path.lastIndex(of: "/") else { return }
        let directory = open(String(path[..<slash]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw .cannotWrite(path: path, reason: reason()) }
        defer { close(directory) }
        guard fsync(directory) == 0 else { throw .cannotWrite(path: path, reason: reason()) }
    }

    /// The whole of a file; nil where there is none.
    static func read(_ path: String) throws(DeviceError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .cannotRead(path: path, reason: reason())
        }
        defer { close(descriptor) }
        var content: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .cannotRead(path: path, reason: reason()) }
            if count == 0 { return content }
            content += piece[..<count]
        }
    }

    /// The number of bytes of a file; nil where there is none.
    static func size(_ path: String) -> UInt64? {
        var status = stat()
        return stat(path, &status) == 0 ? UInt64(status.st_size) : nil
    }

    static func remove(_ path: String) { unlink(path) }

    static func makeDirectory(_ path: String) throws(DeviceError) {
        var parents = path[...]
        var missing: [String] = []
        while !parents.isEmpty, access(String(parents), F_OK) != 0 {
            missing.append(String(parents))
            guard let slash = parents.lastIndex(of: "/") else { break }
            parents = parents[..<slash]
        }
        for directory in missing.reversed() {
            guard mkdir(directory, 0o700) == 0 || errno == EEXIST else {
                throw .cannotWrite(path: directory, reason: reason())
            }
        }
    }

    /// The names in a directory, sorted; none where there is no such directory.
    static func names(in path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private static func write(_ bytes: [UInt8], to path: String, flags: Int32) throws(DeviceError) {
        let descriptor = open(path, flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .cannotWrite(path: path, reason: reason()) }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .cannotWrite(path: path, reason: reason()) }
            rest = rest.dropFirst(count)
        }
        guard fsync(descriptor) == 0 else { throw .cannotWrite(path: path, reason: reason()) }
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}
