/// What is heard on each floor as a whole: how often a slot is, and how loud.
///
/// The map tells floors apart by places, and so by few scans each; where walks passed a place once, what the whole floor
/// heard says more (ADR 1141). A naive Bayes classifier, the device's gain integrated out.
struct FloorProfiles: Sendable {
    private let profiles: [Profile]
    private let gainWeight: Double

    private struct Profile: Sendable {
        /// Per slot: what it adds to be heard beside not to be, and the mean loudness in dBm.
        let odds: [Double]
        let levels: [Double]
        /// The logarithms of the floor's share of all scans and of nothing being heard, added up.
        let silence: Double
    }

    /// So many scans that heard a slot as often as all floors together do are added to each floor's.
    private static let strength = 0.5
    /// So many readings as loud as on all floors together are added to each floor's.
    private static let levelStrength = 2.0
    /// The standard deviation in dB of what a floor hears of a slot.
    private static let deviation = 8.0

    init(_ table: PrintTable, _ constants: RadioMapConstants) {
        let count = table.slots.count
        let counts = table.floors.map { Counts(table.prints[$0.prints], slots: count) }
        let all = counts.reduce(into: Counts([], slots: count)) { $0.add($1) }
        gainWeight = 1 / (constants.gainDeviation * constants.gainDeviation)
        profiles = counts.map { floor in
            var odds: [Double] = []
            var levels: [Double] = []
            var silence = logarithm((floor.scans + 1) / (all.scans + Double(counts.count)))
            for slot in 0..<count {
                let usual = all.heard[slot] / max(all.scans, 1)
                let share = (floor.heard[slot] + Self.strength * usual) / (floor.scans + Self.strength)
                let probability = min(max(share, 1e-4), 0.999)
                odds.append(logarithm(probability / (1 - probability)))
                silence += logarithm(1 - probability)
                let mean = all.sums[slot] / max(all.heard[slot], 1)
                levels.append(
                    (floor.sums[slot] + Self.levelStrength * mean) / (floor.heard[slot] + Self.levelStrength)
                )
            }
            return Profile(odds: odds, levels: levels, silence: silence)
        }
    }

    /// Per floor: the logarithm of the likelihood of a scan, but for what all floors share.
    func logarithms(of scan: [(slot: Int, level: Float)]) -> [Double] {
        let weight = 1 / (Self.deviation * Self.deviation)
        return profiles.map { profile in
            var (result, sum, squares) = (profile.silence, 0.0, 0.0)
            for reading in scan {
                result += profile.odds[reading.slot]
                let difference = Double(reading.level) - profile.levels[reading.slot]
                sum += weight * difference
                squares += weight * difference * difference
            }
            return result - 0.5 * (squares - sum * sum / (gainWeight + weight * Double(scan.count)))
        }
    }

    /// What some prints count.
    private struct Counts {
        var scans = 0.0
        var heard: [Double]
        /// Per slot: the sum of its readings in dBm.
        var sums: [Double]

        init(_ prints: ArraySlice<Print>, slots: Int) {
            heard = [Double](repeating: 0, count: slots)
            sums = heard
            for print in prints {
                scans += Double(max(print.scans, 1))
                for (level, spread) in zip(print.levels, print.spreads) {
                    heard[Int(level.slot)] += Double(spread.heard)
                    sums[Int(level.slot)] += Double(spread.heard) * Double(level.level) / 100
                }
            }
        }

        mutating func add(_ other: Counts) {
            scans += other.scans
            for slot in heard.indices {
                heard[slot] += other.heard[slot]
                sums[slot] += other.sums[slot]
            }
        }
    }
}
