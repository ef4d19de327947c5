import Glibc

/// The few things that the cluster wants of the file system.
enum FileSystem {
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

    /// Makes a directory where there is none; those above it must be there.
    static func makeDirectory(_ path: String, mode: mode_t) throws(ServerError) {
        guard mkdir(path, mode) == 0 || errno == EEXIST else { throw failure(path) }
    }

    static func setOwner(_ path: String, _ user: PostgresUser) throws(ServerError) {
        guard chown(path, user.id, user.group) == 0 else { throw failure(path) }
    }

    /// The names in a directory, sorted; none where it is not there.
    static func names(in directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    static func read(_ path: String) throws(ServerError) -> String {
        guard let file = fopen(path, "re") else { throw failure(path) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer.prefix(count)
        }
    }

    /// Writes a file whole: it is there with all of its text, or as it was.
    static func write(_ text: String, to path: String) throws(ServerError) {
        let draft = "\(path).new"
        guard let file = fopen(draft, "we") else { throw failure(draft) }
        let bytes = Array(text.utf8)
        let isWritten =
            fwrite(bytes, 1, bytes.count, file) == bytes.count && fflush(file) == 0 && fsync(fileno(file)) == 0
        guard fclose(file) == 0, isWritten, rename(draft, path) == 0 else { throw failure(path) }
    }

    /// Removes a file, where it is there.
    static func remove(_ path: String) { unlink(path) }

    /// Makes an empty file that a user may write, or empties the one that is there.
    static func createFile(_ path: String, for user: PostgresUser?) throws(ServerError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(path) }
        close(descriptor)
        if let user { try setOwner(path, user) }
    }

    /// Puts a file that was written whole in the place of another, durably; it belongs to us then.
    static func replace(_ path: String, with draft: String) throws(ServerError) {
        let descriptor = open(draft, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(draft) }
        let isFlushed = fchown(descriptor, geteuid(), getegid()) == 0 && fsync(descriptor) == 0
        close(descriptor)
        guard isFlushed, rename(draft, path) == 0 else { throw failure(path) }
    }

    /// Whether a file begins with some text.
    static func begins(_ path: String, with text: String) throws(ServerError) -> Bool {
        guard let file = fopen(path, "re") else { throw failure(path) }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: text.utf8.count)
        return fread(&bytes, 1, bytes.count, file) == bytes.count && bytes.elementsEqual(text.utf8)
    }

    /// Copies a file for a user that might not be allowed to read the original.
    static func copy(_ path: String, to copy: String, for user: PostgresUser?) throws(ServerError) {
        guard let source = fopen(path, "re") else { throw failure(path) }
        defer { fclose(source) }
        try createFile(copy, for: user)
        guard let target = fopen(copy, "we") else { throw failure(copy) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var isWritten = true
        while isWritten {
            let count = fread(&buffer, 1, buffer.count, source)
            guard count > 0 else { break }
            isWritten = fwrite(buffer, 1, count, target) == count
        }
        guard fclose(target) == 0, isWritten, ferror(source) == 0 else { throw failure(copy) }
    }

    static func append(_ text: String, to path: String) throws(ServerError) {
        try write(try read(path) + text, to: path)
    }

    /// The path without links and dots; the path must exist.
    static func resolved(_ path: String) throws(ServerError) -> String {
        guard let resolved = realpath(path, nil) else { throw failure(path) }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    static func failure(_ path: String) -> ServerError {
        .file(path: path, reason: String(cString: strerror(errno)))
    }
}
