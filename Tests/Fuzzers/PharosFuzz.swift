import Foundation
import TestSupport

/// `pharos-fuzz TARGET …`: hands over to libFuzzer, whose options follow the target's name.
///
/// `pharos-fuzz seeds TARGET FOLDER` writes valid inputs for it to start from. `tools/fuzz` builds and runs this; it is
/// declared in the package only there, since it links libFuzzer.
@main
enum PharosFuzz {
    static func main() throws {
        let arguments = CommandLine.arguments
        if arguments.count == 4, arguments[1] == "seeds", let target = FuzzTarget(rawValue: arguments[2]) {
            try writeSeeds(for: target, to: URL(filePath: arguments[3]))
            return
        }
        guard arguments.count >= 2, let target = FuzzTarget(rawValue: arguments[1]) else {
            print(FuzzTarget.allCases.map(\.rawValue).joined(separator: "\n"))
            return
        }
        run(target, [arguments[0]] + arguments[2...])
    }

    private static func writeSeeds(for target: FuzzTarget, to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var random = SeededGenerator(Seed(value: 1))
        for number in 0..<200 {
            try Data(target.seed(using: &random)).write(to: folder.appending(path: "seed-\(number)"))
        }
    }

    private static func run(_ target: FuzzTarget, _ arguments: [String]) {
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var count = Int32(arguments.count)
        let status = pointers.withUnsafeMutableBufferPointer { buffer in
            var start = buffer.baseAddress
            return libFuzzerRunDriver(&count, &start, target.callback)
        }
        exit(status)
    }
}

/// libFuzzer's entry for programs that have a `main` of their own.
@_silgen_name("LLVMFuzzerRunDriver")
private func libFuzzerRunDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ callback: FuzzCallback
) -> Int32

/// What libFuzzer calls with each input, on the main thread.
typealias FuzzCallback = @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
