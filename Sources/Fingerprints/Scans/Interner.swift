/// Numbers for values that recur, in the order of their first appearance.
struct Interner<Value: Hashable & Sendable>: Sendable {
    private(set) var values: [Value] = []
    private var numbers: [Value: UInt32] = [:]

    /// The value's number, a new one where it was not seen before.
    mutating func number(of value: Value) -> UInt32 {
        if let known = numbers[value] { return known }
        let number = UInt32(values.count)
        values.append(value)
        numbers[value] = number
        return number
    }

    subscript(number: UInt32) -> Value { values[Int(number)] }
}
