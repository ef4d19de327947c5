import Fingerprints
import Survey

/// Tells where a scan was taken: the floor by vote, the place by the nearest prints.
public struct Locator: Sendable {
    public let matcher: Matcher
    public let method: Method
    /// Fewer known beacons than that give no place.
    public let minimumSlots: Int
    private let regions: Regions?

    /// How many of the nearest prints vote for the floor.
    public static let votes = 7

    /// How a place is made of prints.
    public enum Method: Hashable, Sendable {
        /// The place of the nearest print.
        case nearest
        /// The mean of the places of the nearest prints, weighted by the inverse of their distance.
        case weighted(neighbours: Int)
        /// The middle of the square of so many metres whose nearest print is nearest.
        case region(size: Double)
    }

    public init(_ matcher: Matcher, method: Method, minimumSlots: Int = 2) {
        self.matcher = matcher
        self.method = method
        self.minimumSlots = minimumSlots
        if case .region(let size) = method { regions = Regions(matcher.table, size: size) } else { regions = nil }
    }

    /// The place where a scan of known slots was taken.
    ///
    /// - Throws: ``NoFix`` where the scan gives none.
    public func locate(_ scan: [SlotLevel]) throws(NoFix) -> Fix {
        let table = matcher.table
        guard !table.prints.isEmpty else { throw .noPrints }
        guard scan.count >= minimumSlots else { throw .tooFewBeacons(heard: scan.count, needed: minimumSlots) }
        let neighbours: Int
        switch method {
        case .nearest, .region: neighbours = 1
        case .weighted(let count): neighbours = max(count, 1)
        }
        let nearest = matcher.nearest(max(neighbours, Self.votes), to: scan)
        guard let floor = winner(of: nearest) else { throw .nothingAlike }
        let chosen = Array(nearest[floor].prefix(neighbours))
        let point = regions?.middle(of: chosen[0].print) ?? mean(of: chosen)
        return Fix(
            floor: table.floors[floor].floor,
            point: point,
            accuracy: accuracy(of: point, among: nearest[floor]),
            slots: scan.count
        )
    }

    /// The floor that most of the nearest prints lie on, each with its weight; nil where none is near.
    ///
    /// Ties go to the floor that comes first in the table.
    private func winner(of nearest: [[Matcher.Neighbour]]) -> Int? {
        let voters = nearest.enumerated()
            .flatMap { floor, neighbours in neighbours.map { (floor: floor, neighbour: $0) } }
            .sorted { ($0.neighbour.distance, $0.neighbour.print) < ($1.neighbour.distance, $1.neighbour.print) }
            .prefix(Self.votes)
        var votes: [Int: Double] = [:]
        for voter in voters { votes[voter.floor, default: 0] += weight(of: voter.neighbour) }
        return votes.sorted { $0.key < $1.key }.max { $0.value < $1.value }?.key
    }

    private func weight(of neighbour: Matcher.Neighbour) -> Double {
        guard matcher.metric == .levelRemoved else { return 1 / (neighbour.distance + 1e-6) }
        let distance = neighbour.distance + 1e-3
        return 1 / (distance * distance)
    }

    private func mean(of neighbours: [Matcher.Neighbour]) -> Point {
        var (x, y, total) = (0.0, 0.0, 0.0)
        for neighbour in neighbours {
            let (place, weight) = (place(of: neighbour), weight(of: neighbour))
            x += weight * place.x
            y += weight * place.y
            total += weight
        }
        return Point(x: x / total, y: y / total)
    }

    /// How far apart the places are that sound alike: the root mean square distance of the voters from the point.
    ///
    /// Scaled so that on the recorded sets together about 68 of 100 true places lie within it (`AccuracyTests`); on
    /// single sets it is 50 to 90 of 100.
    private func accuracy(of point: Point, among neighbours: [Matcher.Neighbour]) -> Double {
        var (sum, total) = (0.0, 0.0)
        for neighbour in neighbours.prefix(Self.votes) {
            let (distance, weight) = (place(of: neighbour).distance(to: point), weight(of: neighbour))
            sum += weight * distance * distance
            total += weight
        }
        return max((sum / total).squareRoot() * accuracyFactor, Self.bestAccuracy)
    }

    private func place(of neighbour: Matcher.Neighbour) -> Point {
        matcher.table.prints[neighbour.print].place.point
    }

    /// From the root mean square distance of voters to the 68th percentile of errors, fitted on the recorded sets.
    private var accuracyFactor: Double {
        switch matcher.metric {
        case .linearRelative, .sourceRelative: 0.65
        case .absolute, .levelRemoved: 0.8
        }
    }

    /// Metres; no Bluetooth fix is better, however alike its prints are.
    static let bestAccuracy = 0.5
}
