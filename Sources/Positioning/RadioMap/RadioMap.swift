public import Fingerprints
import Survey

/// What every slot sounds like everywhere: a smooth mean between the prints, and how far it can be trusted.
///
/// Per slot the trend is the path loss from its mount where that is known, else the mean; what is heard beyond it is
/// interpolated between the prints (`Kriging`). How far scans scatter about the map is learnt from the survey: the
/// scatter of scans at one place, and how wrong the map is where a print is left out. The order of prints changes
/// nothing, since the table is in canonical order.
public struct RadioMap: Sendable {
    public let constants: RadioMapConstants
    /// In the order of the table's floors.
    let floors: [FloorMap]
    /// Per slot number: the variance in dB² of a scan about the map, the map's own uncertainty left out.
    let noise: [Float]
    let absence: Absence
    let profiles: FloorProfiles

    /// Interpolates the prints of a table, which merges headings; `mounts` says where slots hang, as far as is known.
    public init(
        _ table: PrintTable,
        mounts: [SlotGeometry] = [],
        constants: RadioMapConstants = RadioMapConstants()
    ) {
        let threshold = Self.threshold(of: table, constants)
        let absence = Absence(threshold: threshold, constants)
        let positions = Dictionary(mounts.map { ($0.slot, $0) }) { first, _ in first }
        var floors: [FloorMap] = []
        var misfits = Misfits(limit: constants.largestMisfit)
        for (floor, range) in table.floors {
            let survey = FloorSurvey(table.prints[range], threshold: threshold, constants)
            let trends = survey.slots.enumerated().map { row, slot in
                let mount = positions[table.slots[slot]].flatMap { $0.floor == floor ? $0.position : nil }
                return survey.trend(of: row, mount: mount?.point, constants)
            }
            let fit = Fit(survey, trends, constants)
            fit.collect(&misfits)
            floors.append(fit.map(floor, slotCount: table.slots.count))
        }
        let scatter = Self.scatter(of: table)
        let least = constants.leastDeviation * constants.leastDeviation
        let noise = table.doubts.map { Float(scatter + misfits.meanSquare + least + $0 * $0) }
        for index in floors.indices { floors[index].weighSilence(absence, noise) }
        self.constants = constants
        self.floors = floors
        self.noise = noise
        self.absence = absence
        profiles = FloorProfiles(table, constants)
    }

    /// The level below which the given share of all readings lies, each print's readings taken as normal about its mean.
    private static func threshold(of table: PrintTable, _ constants: RadioMapConstants) -> Double {
        var readings: [(level: Double, deviation: Double, count: Double)] = []
        for print in table.prints {
            for (level, spread) in zip(print.levels, print.spreads) {
                // Readings are whole dBm: what looks alike scatters by a third of one.
                readings.append(
                    (Double(level.level) / 100, max(spread.variance, 0.1).squareRoot(), Double(spread.heard))
                )
            }
        }
        let wanted = constants.censoredShare * readings.reduce(0) { $0 + $1.count }
        var (low, high) = (-130.0, 30.0)
        for _ in 0..<20 {
            let middle = (low + high) / 2
            let below = readings.reduce(0) { $0 + $1.count * normalShare(below: (middle - $1.level) / $1.deviation) }
            if below < wanted { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    /// The mean variance in dB² of scans about the mean of their place.
    private static func scatter(of table: PrintTable) -> Double {
        var (sum, count) = (0.0, 0.0)
        for spread in table.prints.lazy.flatMap(\.spreads) {
            sum += Double(spread.heard) * spread.variance
            count += Double(spread.heard)
        }
        return count > 0 ? sum / count : 0
    }
}

/// How wrong a map is at prints that it was not made of.
private struct Misfits {
    let limit: Double
    private var sum = 0.0
    private var count = 0.0

    init(limit: Double) { self.limit = limit }

    mutating func add(_ difference: Double) {
        let clipped = min(max(difference, -limit), limit)
        sum += clipped * clipped
        count += 1
    }

    var meanSquare: Double { count > 0 ? sum / count : 0 }
}

/// A floor's trends, and what its prints say beyond them.
private struct Fit {
    private let survey: FloorSurvey
    private let trends: [Trend]
    private let constants: RadioMapConstants
    private let kriging: Kriging
    /// Point after point, in each the rows: dB.
    private let residuals: [Double]

    init(_ survey: FloorSurvey, _ trends: [Trend], _ constants: RadioMapConstants) {
        self.survey = survey
        self.trends = trends
        self.constants = constants
        kriging = Kriging(survey, constants)
        let (rows, points) = (survey.slots.count, survey.points.count)
        var residuals = [Double](repeating: 0, count: rows * points)
        for point in 0..<points {
            for row in 0..<rows {
                let place = row * points + point
                let residual = survey.levels[place] - trends[row].level(at: survey.points[point])
                // Silence says that a slot is no louder than the threshold, not that it is as loud.
                residuals[point * rows + row] = survey.shares[place] > 0 ? residual : min(residual, 0)
            }
        }
        self.residuals = residuals
    }

    /// Compares each print that hears a slot mostly with the map without that print.
    func collect(_ misfits: inout Misfits) {
        let (rows, points) = (survey.slots.count, survey.points.count)
        guard points > 1 else { return }
        for point in 0..<points {
            let expected = interpolation(kriging.weights(at: survey.points[point], excluding: point))
            for row in 0..<rows where survey.shares[row * points + point] >= 0.5 {
                misfits.add(residuals[point * rows + row] - expected[row])
            }
        }
    }

    func map(_ floor: FloorID, slotCount: Int) -> FloorMap {
        let grid = CellGrid(around: survey.points, constants)
        let rows = survey.slots.count
        var means = [Float](repeating: 0, count: rows * grid.cells.count)
        var variances: [Float] = []
        for (cell, place) in grid.cells.enumerated() {
            let weights = kriging.weights(at: place)
            let expected = interpolation(weights)
            for row in 0..<rows {
                means[row * grid.cells.count + cell] = Float(trends[row].level(at: place) + expected[row])
            }
            variances.append(Float(weights.variance))
        }
        return FloorMap(
            floor: floor,
            grid: grid,
            slots: survey.slots,
            slotCount: slotCount,
            means: means,
            variances: variances,
            scans: survey.scans
        )
    }

    /// The weighted sum of residuals per row.
    private func interpolation(_ weights: Kriging.Weights) -> [Double] {
        let rows = survey.slots.count
        var sums = [Double](repeating: 0, count: rows)
        for (point, weight) in zip(weights.points, weights.weights) {
            for row in 0..<rows { sums[row] += weight * residuals[point * rows + row] }
        }
        return sums
    }
}
