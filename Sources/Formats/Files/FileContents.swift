import Glibc

/// Whole files, for formats that cannot be read line by line.
public enum FileContents {
    /// The bytes of a file, those inside where it was compressed with gzip; refused where there are more than `limit`,
    /// so that a mistyped path cannot fill the memory.
    public static func read(_ path: String, limit: Int = 256 << 20) throws -> [UInt8] {
        let file = try ByteStream(path: path)
        var bytes: [UInt8] = []
        while let piece = try file.read() {
            bytes += piece
            guard bytes.count <= limit else { throw FileError.tooLarge(path: path, limit: limit) }
        }
        return Gzip.isCompressed(bytes) ? try Gzip.content(of: bytes, path: path, limit: limit) : bytes
    }

    /// The bytes of a file that may have been compressed, such as `crd.csv` or `crd.csv.gz`.
    static func readCompressed(_ path: String) throws -> [UInt8] {
        do {
            return try read(path)
        } catch FileError.cannotOpen(let missing, let reason) {
            do {
                return try read(path + ".gz")
            } catch FileError.cannotOpen {
                throw FileError.cannotOpen(path: missing, reason: reason)
            }
        }
    }

    /// What a folder holds, sorted by name.
    static func names(in folder: String) throws(FileError) -> [String] {
        guard let directory = opendir(folder) else {
            throw .cannotOpen(path: folder, reason: FileError.reason(errno))
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Whether there is a file that may be read.
    static func exists(_ path: String) -> Bool { access(path, R_OK) == 0 }
}
