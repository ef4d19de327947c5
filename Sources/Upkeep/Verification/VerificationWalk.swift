public import Survey

/// A walk that measures how much louder or quieter a slot's new beacon is: about a minute at 20 surveyed points.
///
/// The matrix holds prints that the new beacon had no part in. At each point the other slots tell the receiver's gain.
public struct VerificationWalk: Sendable {
    private let matrix: PrintMatrix
    private let slot: SlotID
    private let column: Int?
    private let assignment: AssignmentID
    private var residuals: [OffsetResidual] = []
    private var visited: Set<Int> = []

    /// Points that a walk visits; an unsure one goes on to ``mostPoints``.
    public static let usualPoints = 20
    /// Beyond so many points more of them tell nothing new.
    public static let mostPoints = 40
    /// Metres around a slot in which points are chosen.
    static let reach = 12.0
    /// Metres between a scan and the surveyed point that it counts for.
    public static let tolerance = 1.5
    /// So many other slots tell the gain of a receiver.
    static let othersNeeded = 3

    /// A walk that listens for one assignment of a slot.
    public init(slot: SlotID, assignment: AssignmentID, matrix: PrintMatrix) {
        self.slot = slot
        self.assignment = assignment
        self.matrix = matrix
        column = matrix.column(of: slot)
    }

    /// Takes a scan at a known place: counted where the place was surveyed and the beacon and three others are heard.
    ///
    /// - Returns: whether it counted.
    @discardableResult
    public mutating func add(_ scan: SlotScan) -> Bool {
        guard let column, let place = scan.place,
            let row = matrix.row(nearest: place.point, on: place.floor, within: Self.tolerance)
        else { return false }
        visited.insert(row)
        guard let heard = scan.heard[column], heard.assignment == assignment,
            let print = matrix.level(column, at: row)
        else { return false }
        let others = scan.heard.compactMap { other, level in
            other == column ? nil : matrix.level(other, at: row).map { (level.isCertain, level.level - $0) }
        }
        // Where half the venue has new beacons, those that nobody measured yet would shift the gain.
        let certain = others.filter(\.0)
        let told = (certain.count >= Self.othersNeeded ? certain : others).map(\.1)
        guard told.count >= Self.othersNeeded, let gain = RobustStatistics.median(told) else { return false }
        residuals.append(OffsetResidual(row: row, print: print, difference: heard.raw - print - gain))
        return true
    }

    /// What the walk has shown so far; nil before the first reading that counts.
    public var estimate: OffsetEstimate? { OffsetEstimate(residuals) }

    /// The points of the walk, as spread as they can be: `position` is the slot's, nil where nobody knows it.
    ///
    /// Points hold prints of the slot and of three others; without a position those count at which the slot is loud.
    public func points(_ count: Int = usualPoints, around position: Point?, on floor: FloorID?) -> [VerificationPoint] {
        guard let column else { return [] }
        var candidates = matrix.places.indices.compactMap { row -> (row: Int, level: Double)? in
            guard let level = matrix.level(column, at: row) else { return nil }
            let others = matrix.slots.indices.count { $0 != column && matrix.level($0, at: row) != nil }
            return others >= Self.othersNeeded ? (row, level) : nil
        }
        candidates.sort { ($0.level, $1.row) > ($1.level, $0.row) }
        if let position {
            candidates = candidates.filter { candidate in
                let place = matrix.places[candidate.row]
                return (floor == nil || place.floor == floor) && place.point.distance(to: position) <= Self.reach
            }
        } else {
            candidates = Array(candidates.prefix(2 * count))
        }
        return spread(candidates.map(\.row), count).map {
            VerificationPoint(place: matrix.places[$0], isVisited: visited.contains($0))
        }
    }

    /// So many of some rows, each as far from those before it as can be; the first is the loudest.
    private func spread(_ rows: [Int], _ count: Int) -> [Int] {
        guard var chosen = rows.first.map({ [$0] }) else { return [] }
        var distances = rows.map { apart($0, chosen[0]) }
        while chosen.count < min(count, rows.count) {
            guard let next = distances.indices.max(by: { distances[$0] < distances[$1] }), distances[next] > 0 else {
                break
            }
            chosen.append(rows[next])
            for index in rows.indices { distances[index] = min(distances[index], apart(rows[index], rows[next])) }
        }
        return chosen
    }

    private func apart(_ first: Int, _ second: Int) -> Double {
        let (one, other) = (matrix.places[first], matrix.places[second])
        return one.floor == other.floor ? one.point.distance(to: other.point) : 1_000
    }
}

/// A point of a verification walk, and whether somebody stood there.
public struct VerificationPoint: Hashable, Sendable {
    public let place: SurveyedPlace
    public let isVisited: Bool
}
