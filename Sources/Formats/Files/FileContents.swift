/// Whole files, for formats that cannot be read line by line.
public enum FileContents {
    /// The bytes of a file; refused where it has more than `limit`, so that a mistyped path cannot fill the memory.
    public static func read(_ path: String, limit: Int = 256 << 20) throws -> [UInt8] {
        let file = try ByteStream(path: path)
        var bytes: [UInt8] = []
        while let piece = try file.read() {
            bytes += piece
            guard bytes.count <= limit else { throw FileError.tooLarge(path: path, limit: limit) }
        }
        return bytes
    }
}
