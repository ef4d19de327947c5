/// One score per print; smaller is nearer, infinite is too little in common.
struct Scores {
    private let values: [Float]
    /// No score is farther from its exact value.
    private let tolerance: Float
    /// The smallest score of each block of prints, as the bits of a number that is not below zero.
    private let minima: [Int32]

    /// Single precision has 24 bits; a few hundred additions cost less than eight of them.
    static let relativeTolerance: Float = 1.0 / 65_536

    private static let blockSize = 32

    init(_ values: [Float], tolerance: Float) {
        self.values = values
        self.tolerance = tolerance
        let span = values.span
        var minima: [Int32] = []
        minima.reserveCapacity(values.count / Self.blockSize + 1)
        for start in stride(from: 0, to: values.count, by: Self.blockSize) {
            let block = span.extracting(start..<min(start + Self.blockSize, values.count))
            // Numbers not below zero are ordered as their bits are, and integers are compared many at a time. What
            // rounding took below zero comes out below every bound, so that its block is looked at.
            var smallest = Int32.max
            for index in block.indices { smallest = min(smallest, Int32(bitPattern: block[index].bitPattern)) }
            minima.append(smallest)
        }
        self.minima = minima
    }

    /// The prints of a range that may be among the `count` nearest: their scores, allowing for rounding errors, are.
    func smallest(_ count: Int, in range: Range<Int>) -> [Int] {
        guard count > 0 else { return [] }
        var best = [Float](repeating: .infinity, count: count)  // ascending
        forEach(in: range, below: { best[count - 1] }) { _, score in
            var place = count - 1
            while place > 0, best[place - 1] > score {
                best[place] = best[place - 1]
                place -= 1
            }
            best[place] = score
        }
        let limit = (best[count - 1] + 2 * tolerance).nextUp
        var found: [Int] = []
        forEach(in: range, below: { limit }) { index, _ in found.append(index) }
        return found
    }

    /// Visits the finite scores of a range that are below a bound, which may fall meanwhile; skips blocks without any.
    private func forEach(in range: Range<Int>, below bound: () -> Float, _ visit: (Int, Float) -> Void) {
        let span = values.span
        for block in range.lowerBound / Self.blockSize..<(range.upperBound + Self.blockSize - 1) / Self.blockSize {
            guard minima[block] < Int32(bitPattern: max(bound(), .leastNonzeroMagnitude).bitPattern) else { continue }
            let start = block * Self.blockSize
            for index in max(start, range.lowerBound)..<min(start + Self.blockSize, range.upperBound) {
                let score = span[index]
                if score < bound(), score < .infinity { visit(index, score) }
            }
        }
    }
}
