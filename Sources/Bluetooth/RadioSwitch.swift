import Glibc

/// The switches that turn radios off, as the kernel shows them in files.
enum RadioSwitch {
    /// Whether a switch in hardware, else in software, blocks an adapter; nil where none does.
    static func blocks(_ adapter: UInt16) -> Bool? {
        let folder = "/sys/class/bluetooth/hci\(adapter)"
        guard let entries = opendir(folder) else { return nil }
        defer { closedir(entries) }
        var isSoft = false
        while let entry = readdir(entries) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasPrefix("rfkill") else { continue }
            if isOne("\(folder)/\(name)/hard") { return true }
            isSoft = isSoft || isOne("\(folder)/\(name)/soft")
        }
        return isSoft ? false : nil
    }

    private static func isOne(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var byte: UInt8 = 0
        return read(descriptor, &byte, 1) == 1 && byte == UInt8(ascii: "1")
    }
}
