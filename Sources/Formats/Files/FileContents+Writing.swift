import Glibc

extension FileContents {
    /// Writes a file as a whole: beside its place first, so that after a crash either the old or the new one is there.
    ///
    /// `permissions` are those of a file that is new.
    public static func write(_ bytes: [UInt8], to path: String, permissions: UInt32 = 0o644) throws(FileError) {
        let beside = "\(path).part"
        let descriptor = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, permissions)
        guard descriptor >= 0 else { throw .cannotWrite(path: path, reason: FileError.reason(errno)) }
        var code: Int32 = 0
        bytes.withUnsafeBufferPointer { buffer in
            var written = 0
            while written < buffer.count, code == 0 {
                let result = Glibc.write(descriptor, buffer.baseAddress! + written, buffer.count - written)
                if result > 0 { written += result } else if errno != EINTR { code = errno }
            }
        }
        if code == 0, fsync(descriptor) != 0, errno != EINVAL, errno != EROFS { code = errno }  // a pipe has no disk
        if close(descriptor) != 0, code == 0 { code = errno }
        if code == 0, rename(beside, path) != 0 { code = errno }
        guard code == 0 else {
            unlink(beside)
            throw .cannotWrite(path: path, reason: FileError.reason(code))
        }
    }
}
