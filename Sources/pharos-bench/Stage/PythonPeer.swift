import Glibc

/// Runs a Python program that prints one figure.
enum PythonPeer {
    /// What the program printed; nil where that Python, or a module that the program wants, is not there.
    static func figure(of program: String, python: String = "python3") -> Double? {
        // One core for both: numpy's libraries would use all.
        let environment = "OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 MKL_NUM_THREADS=1"
        guard let pipe = popen("\(environment) \(python) -c '\(program)' 2>/dev/null", "r") else { return nil }
        defer { pclose(pipe) }
        var line = [CChar](repeating: 0, count: 64)
        guard fgets(&line, Int32(line.count), pipe) != nil else { return nil }
        let text = String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return Double(text)
    }
}
