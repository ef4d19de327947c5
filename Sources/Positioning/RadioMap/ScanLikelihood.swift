import Survey

/// How likely a scan is at each cell of a map, whatever the device's gain.
///
/// What is heard is normal about the map; the gain is marginalised in closed form. What is not heard is judged at the
/// gain that what is heard suggests for the cell.
struct ScanLikelihood {
    private let map: RadioMap
    private let scan: [(slot: Int, level: Float)]
    private let isHeard: [Bool]
    private let masked: Set<Int>
    private let gainMean: Float
    /// 1 / variance of the gain.
    private let gainWeight: Float

    /// `masked` slots count neither as heard nor as silent.
    init(_ map: RadioMap, _ scan: [SlotLevel], gain: Gain, masked: Set<Int> = []) {
        self.map = map
        self.masked = masked
        self.scan = scan.lazy.filter { !masked.contains(Int($0.slot)) }
            .map { (slot: Int($0.slot), level: Float($0.level) / 100) }
        var isHeard = [Bool](repeating: false, count: map.noise.count)
        for reading in self.scan { isHeard[reading.slot] = true }
        for slot in masked where slot < isHeard.count { isHeard[slot] = true }
        self.isHeard = isHeard
        gainMean = Float(gain.mean)
        gainWeight = 1 / Float(max(gain.variance, 0.01))
    }

    /// The logarithm of the likelihood at every cell of a floor, with silence judged at no gain: enough to tell which
    /// cells are worth a closer look.
    func coarse(on floor: FloorMap) -> [Float] {
        let count = floor.grid.cells.count
        var logarithms = floor.silence
        var weights = [Float](repeating: gainWeight, count: count)
        var sums = [Float](repeating: gainWeight * gainMean, count: count)
        for reading in scan {
            let row = floor.rows[reading.slot].map(Int.init)
            let level = reading.level - (row == nil ? map.absence.threshold : 0)
            let from = (row ?? 0) * count
            add(
                level,
                noise: map.noise[reading.slot],
                means: row == nil ? nil : from..<from + count,
                of: floor,
                to: &logarithms,
                &weights,
                &sums
            )
        }
        for slot in masked {
            guard slot < floor.rows.count, let row = floor.rows[slot] else { continue }
            for cell in 0..<count { logarithms[cell] -= floor.silences[Int(row) * count + cell] }
        }
        for cell in 0..<count { logarithms[cell] += 0.5 * sums[cell] * sums[cell] / weights[cell] }
        return logarithms
    }

    /// The hot loop of ``coarse(on:)``: one reading at every cell.
    private func add(
        _ level: Float,
        noise: Float,
        means: Range<Int>?,
        of floor: FloorMap,
        to logarithms: inout [Float],
        _ weights: inout [Float],
        _ sums: inout [Float]
    ) {
        let variances = floor.variances.span
        var logarithms = logarithms.mutableSpan
        var weights = weights.mutableSpan
        var sums = sums.mutableSpan
        guard let means else {
            for cell in variances.indices {
                let weight = 1 / (noise + variances[cell])
                weights[cell] += weight
                sums[cell] += weight * level
                logarithms[cell] += floor.stranger - 0.5 * weight * level * level
            }
            return
        }
        let values = floor.means.span.extracting(means)
        let silences = floor.silences.span.extracting(means)
        for cell in variances.indices {
            let weight = 1 / (noise + variances[cell])
            let difference = level - values[cell]
            weights[cell] += weight
            sums[cell] += weight * difference
            logarithms[cell] -= 0.5 * weight * difference * difference + silences[cell]
        }
    }

    /// What to add to the logarithms of each floor, so that half of what is believed of floors comes from the map, and half
    /// from what each floor hears as a whole: neither is independent of the other.
    ///
    /// `coarse` is what ``coarse(on:)`` says of every floor.
    func floorShifts(_ coarse: [[Float]]) -> [Float] {
        guard coarse.count > 1 else { return coarse.map { _ in 0 } }
        return zip(coarse, map.profiles.logarithms(of: scan)).map { cells, profile in
            0.5 * (Float(profile) - Self.meanLikelihood(cells))
        }
    }

    /// The logarithm of the mean of what logarithms stand for.
    private static func meanLikelihood(_ logarithms: [Float]) -> Float {
        guard let largest = logarithms.max(), largest.isFinite else { return 0 }
        var sum = 0.0
        for value in logarithms where value > largest - 20 { sum += exponential(Double(value - largest)) }
        return largest + Float(logarithm(sum / Double(logarithms.count)))
    }

    /// How many readings the scan holds.
    var readings: Int { scan.count }

    /// The logarithm of the likelihood at a cell, the gain that what is heard there suggests, and by how many variances
    /// the readings differ from the map then, added up.
    func exact(at cell: Int, of floor: FloorMap) -> (logarithm: Float, gain: Float, misfit: Float) {
        let variance = floor.variances[cell]
        var (weights, sum, squares, spreads) = (
            gainWeight, gainWeight * gainMean, gainWeight * gainMean * gainMean, Float(0)
        )
        for reading in scan {
            let spread = map.noise[reading.slot] + variance
            let mean = floor.rows[reading.slot].map { floor.mean(Int($0), cell) } ?? map.absence.threshold
            let difference = reading.level - mean
            weights += 1 / spread
            sum += difference / spread
            squares += difference * difference / spread
            spreads += logarithm(spread)
        }
        let gain = sum / weights
        let strangers = Float(scan.count { floor.rows[$0.slot] == nil })
        let misfit = squares - sum * gain
        var result = strangers * floor.stranger - 0.5 * (misfit + logarithm(weights / gainWeight) + spreads)
        for (row, slot) in floor.slots.enumerated() where !isHeard[slot] {
            let excess = floor.mean(row, cell) + gain - map.absence.threshold
            let spread = map.noise[slot] + variance
            // Far below the threshold silence tells nothing.
            guard excess > 0 || excess * excess < 16 * spread else { continue }
            result += map.absence.weight(-excess / spread.squareRoot())
        }
        return (result, gain, misfit)
    }
}
