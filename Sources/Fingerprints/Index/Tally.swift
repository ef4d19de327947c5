/// How often something was heard and how strongly, in integers: the order of readings changes no bit.
public struct Tally: Hashable, Sendable {
    public private(set) var count: Int64
    /// Of the readings in dBm.
    public private(set) var sum: Int64
    public private(set) var sumOfSquares: Int64

    public init() { self.init(count: 0, sum: 0, sumOfSquares: 0) }

    init(count: Int64, sum: Int64, sumOfSquares: Int64) {
        self.count = count
        self.sum = sum
        self.sumOfSquares = sumOfSquares
    }

    /// Counts one reading.
    public mutating func add(dBm: Int) {
        count &+= 1
        sum &+= Int64(dBm)
        sumOfSquares &+= Int64(dBm &* dBm)
    }

    /// Counts what another tally counted.
    public mutating func merge(_ other: Tally) {
        count += other.count
        sum += other.sum
        sumOfSquares += other.sumOfSquares
    }

    /// In dBm; not a number where nothing was counted.
    public var mean: Double { Double(sum) / Double(count) }

    /// The standard deviation of the readings in dB (divided by n); not a number where nothing was counted.
    public var deviation: Double {
        let spread = count * sumOfSquares - sum * sum
        return Double(max(spread, 0)).squareRoot() / Double(count)
    }
}
