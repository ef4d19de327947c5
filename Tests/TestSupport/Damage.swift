extension [UInt8] {
    /// Cuts, lengthens, or flips some bits: what a bad cable, a bad disk or a bad peer makes of bytes.
    public mutating func damage(using random: inout some RandomNumberGenerator) {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: removeLast(Int.random(in: 0...count, using: &random))
        case 1: append(contentsOf: random.bytes(.random(in: 1...40, using: &random)))
        case 2: insert(contentsOf: random.bytes(3), at: Int.random(in: 0...count, using: &random))
        case 3 where !isEmpty: remove(at: Int.random(in: 0..<count, using: &random))
        default:
            for _ in 0..<Int.random(in: 1...4, using: &random) where !isEmpty {
                self[Int.random(in: 0..<count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
        }
    }
}
