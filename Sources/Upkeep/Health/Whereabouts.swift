/// Where a scan was taken, as every slot but the ones in question tells.
///
/// The level-removed metric of POSITIONING.md §2.5, worked out once per scan, from which single slots are taken out again.
struct Whereabouts {
    private let matrix: PrintMatrix
    private let scan: SlotScan
    /// Per row: what the slots have in common with the scan; none where its place is known, or cannot be told.
    private let sums: [Sums]

    /// So many of the nearest rows say what is to be expected.
    private static let neighbours = 4
    /// dBm below which a receiver hears nothing.
    private static let sensitivity = -95.0

    private struct Sums {
        var shared = 0.0
        var difference = 0.0
        var square = 0.0
        var absence = 0.0

        mutating func add(_ print: Double?, _ live: Double?, sign: Double = 1) {
            switch (print, live) {
            case (let print?, let live?):
                let delta = live - print
                shared += sign
                difference += sign * delta
                square += sign * delta * delta
            case (let level?, nil), (nil, let level?):
                let excess = max(level - (Whereabouts.sensitivity - 2), 0)
                absence += sign * excess * excess
            case (nil, nil): break
            }
        }

        var distance: Double {
            guard shared >= 2 else { return .infinity }
            let spread = max(square - difference * difference / shared, 0)
            return ((spread + 0.5 * max(absence, 0)) / shared).squareRoot()
        }
    }

    init(of scan: SlotScan, in matrix: PrintMatrix) {
        self.matrix = matrix
        self.scan = scan
        guard scan.place == nil, scan.heard.count >= VerificationWalk.othersNeeded else {
            sums = []
            return
        }
        sums = matrix.places.indices.map { row in
            var sums = Sums()
            for column in matrix.slots.indices {
                sums.add(matrix.level(column, at: row), scan.heard[column]?.level)
            }
            return sums
        }
    }

    /// What is expected of a scan in its place, if some slots have no say in where that is.
    ///
    /// Nil where the others do not tell: fewer than three of them were heard.
    func expectation(without excluded: [Int]) -> Expectation? {
        let others = scan.heard.keys.count { !excluded.contains($0) }
        guard others >= VerificationWalk.othersNeeded else { return nil }
        let rows: [Int]
        if let place = scan.place {
            guard
                let row = matrix.row(nearest: place.point, on: place.floor, within: VerificationWalk.tolerance)
            else { return nil }
            rows = [row]
        } else {
            rows = nearest(without: excluded)
        }
        guard !rows.isEmpty else { return nil }
        let expectation = Expectation(matrix, rows)
        let differences = scan.heard.compactMap { column, heard in
            excluded.contains(column) ? nil : expectation.level(column).map { heard.level - $0 }
        }
        guard differences.count >= VerificationWalk.othersNeeded,
            let gain = RobustStatistics.median(differences)
        else { return nil }
        return expectation.heard(with: gain)
    }

    private func nearest(without excluded: [Int]) -> [Int] {
        let distances = sums.indices.map { row -> (row: Int, distance: Double) in
            var sum = sums[row]
            for column in excluded {
                sum.add(matrix.level(column, at: row), scan.heard[column]?.level, sign: -1)
            }
            return (row, sum.distance)
        }
        return distances.filter { $0.distance < .infinity }
            .sorted { ($0.distance, $0.row) < ($1.distance, $1.row) }
            .prefix(Self.neighbours)
            .map(\.row)
    }
}

/// What slots are expected to sound like somewhere.
struct Expectation {
    private let matrix: PrintMatrix
    private let rows: [Int]
    /// dB by which the receiver reads everything stronger than the survey's.
    private(set) var gain = 0.0

    init(_ matrix: PrintMatrix, _ rows: [Int]) {
        self.matrix = matrix
        self.rows = rows
    }

    /// The mean of the prints that hold a slot; nil where fewer than a share of them do.
    func level(_ column: Int, heldBy share: Double = 0.25) -> Double? {
        var (sum, held) = (0.0, 0)
        for row in rows {
            guard let level = matrix.level(column, at: row) else { continue }
            sum += level
            held += 1
        }
        return held > 0 && Double(held) >= share * Double(rows.count) ? sum / Double(held) : nil
    }

    /// The same, with what the receiver's gain is.
    func heard(with gain: Double) -> Expectation {
        var copy = self
        copy.gain = gain
        return copy
    }
}
