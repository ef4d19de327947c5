import CommandLineKit
import Glibc
import SyncSimulator

/// Runs simulations with many seeds, or replays one of them with a trace.
func simulate() async throws(UsageError) -> ExitStatus {
    var arguments = Arguments(Array(CommandLine.arguments.dropFirst()))
    let seeds = try number(try arguments.takeOption("--seeds"), named: "--seeds") ?? 100
    let first = try number(try arguments.takeOption("--from"), named: "--from") ?? 0
    let traces = arguments.takeFlag("--trace")
    let defect = try arguments.takeOption("--defect")
    try arguments.finish()
    var options = SimulationOptions()
    options.traces = traces
    if let defect {
        guard let known = SimulatedDefect(rawValue: defect) else {
            let names = SimulatedDefect.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("There is no defect \(defect); there are \(names).")
        }
        options.defect = known
    }

    let started = ContinuousClock.now
    let results = await SimulationResult.ofSeeds(first..<(first + seeds), options: options)
    var counts = SimulationCounts()
    for result in results {
        counts.add(result.counts)
        for line in result.trace { print(line) }
        if let failure = result.failure { print("seed \(result.seed): \(failure)") }
    }
    let failed = results.count { $0.failure != nil }
    print("\(seeds) seeds from \(first) in \(ContinuousClock.now - started): \(failed) failed")
    print(counts)
    return failed == 0 ? .success : .failure
}

/// The number that an option's value spells.
func number(_ text: String?, named name: String) throws(UsageError) -> UInt64? {
    guard let text else { return nil }
    guard let number = UInt64(text), number < UInt64(Int64.max) else {
        throw UsageError("\(name) wants a number, and \(text) is none.")
    }
    return number
}

do {
    exit(try await simulate().rawValue)
} catch {
    let text = "\(error)\nusage: pharos-simulate [--seeds N] [--from S] [--trace] [--defect NAME]\n"
    _ = write(STDERR_FILENO, text, text.utf8.count)  // nobody can be told that nobody can be told
    exit(ExitStatus.usage.rawValue)
}
