/// How often each figure of the table is measured.
let repetitions = 3

/// The median of some values; not a number for none.
func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
}

extension Duration {
    /// Seconds and their parts.
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
    /// Milliseconds and their parts.
    var inMilliseconds: Double { inSeconds * 1_000 }
}

/// How long some work takes.
func time(_ work: () async throws -> Void) async rethrows -> Duration {
    let begin = ContinuousClock.now
    try await work()
    return ContinuousClock.now - begin
}
