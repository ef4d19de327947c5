/// The search for the last number at which two histories agree, one comparison of up to 64 points at a time.
///
/// What agrees at a number agrees at every lower one. So each answer leaves one gap between two points: a history of
/// 16 million numbers takes four trips.
public struct Narrowing: Hashable, Sendable {
    /// Where the histories agree, as far as is known.
    public private(set) var common: UInt64
    /// The lowest number where they are known to differ.
    public private(set) var different: UInt64
    /// The numbers that were asked about and not answered, rising.
    private var asked: [UInt64] = []

    /// A search between a number that agrees (0 always does) and one that differs.
    public init(common: UInt64 = 0, different: UInt64) {
        precondition(common < different, "Histories that agree at a number do not differ below it.")
        self.common = common
        self.different = different
    }

    /// Whether nothing lies between.
    public var isFinished: Bool { different - common == 1 }

    /// Notes which of the numbers between are asked about: those there are to compare, rising.
    ///
    /// Where there are none, the search ends at ``common``: a log knows the project's chain only where its readers stood.
    public mutating func ask(_ numbers: [UInt64]) {
        asked = numbers.filter { $0 > common && $0 < different }
        if asked.isEmpty { different = common + 1 }
    }

    /// Takes the highest of the numbers asked about that agrees, or 0; false where that is no possible answer.
    public mutating func answer(_ number: UInt64) -> Bool {
        if number != 0 {
            guard asked.contains(number) else { return false }
            common = number
        }
        if let next = asked.first(where: { $0 > number }) { different = next }
        asked = []
        return true
    }
}
