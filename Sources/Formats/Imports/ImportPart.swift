/// Which share of a set one agent imports, such as part 2 of 3.
///
/// The places of a set are dealt out in turn, each with all its scans. Part 1 alone makes what the parts share.
public struct ImportPart: Hashable, Sendable, CustomStringConvertible {
    /// 1…count.
    public let number: Int
    public let count: Int

    /// The set as a whole.
    public static let whole = ImportPart(number: 1, of: 1)

    private init(number: Int, of count: Int) {
        self.number = number
        self.count = count
    }

    /// A part as it is typed, "2/3"; at most 1,000 parts.
    public init?(_ text: String) {
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let number = numbers[0], let count = numbers[1] else { return nil }
        guard (1...1_000).contains(count), (1...count).contains(number) else { return nil }
        self.init(number: number, of: count)
    }

    public var description: String { "\(number)/\(count)" }

    /// Whether this part makes the floors, tracks, slots and beacons.
    var makesStructure: Bool { number == 1 }

    /// This part's share of places, in their order.
    func share<Place>(of places: [Place]) -> [Place] {
        places.enumerated().filter { $0.offset % count == number - 1 }.map(\.element)
    }
}
