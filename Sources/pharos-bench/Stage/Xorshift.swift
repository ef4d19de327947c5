/// Marsaglia's xorshift (Journal of Statistical Software, 2003): the same numbers in every run.
struct Xorshift {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    mutating func below(_ limit: UInt64) -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state % limit
    }

    /// Some different numbers below a limit, ascending.
    mutating func choose(_ count: Int, below limit: Int) -> [Int] {
        var chosen = Set<Int>()
        while chosen.count < count { chosen.insert(Int(below(UInt64(limit)))) }
        return chosen.sorted()
    }
}
