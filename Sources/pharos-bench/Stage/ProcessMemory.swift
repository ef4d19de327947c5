/// What the kernel says of another process's memory (proc(5)).
enum ProcessMemory {
    /// Bytes that it holds now; nil where it has ended.
    static func resident(of process: Int32) -> Int? { field("VmRSS:", of: process) }

    /// Bytes that it held at most so far; nil where it has ended.
    static func peak(of process: Int32) -> Int? { field("VmHWM:", of: process) }

    private static func field(_ name: String, of process: Int32) -> Int? {
        guard let status = try? TextFile.read("/proc/\(process)/status") else { return nil }  // it has ended
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        let number = line?.dropFirst(name.count).split(whereSeparator: \.isWhitespace).first
        return number.flatMap { Int($0) }.map { $0 * 1_024 }
    }
}
