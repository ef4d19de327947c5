public import Survey

/// Follows a device from scan to scan: it walks, and does not jump.
///
/// A histogram filter over the cells of a ``RadioMap`` (Thrun, Burgard, Fox: Probabilistic Robotics, 2005, §4.1): what
/// is believed spreads as fast as people walk, or moves along with counted steps, and each scan weighs it anew. Scans in
/// quick succession err alike, so together they tell no more than one per correlation time. The device's gain is
/// estimated on the way.
public struct TrackingFilter: Sendable {
    /// What is known of the device now.
    public enum State: Hashable, Sendable {
        /// No place yet.
        case searching
        case fixed(Fix)
        /// No place for longer than patience lasts; the last one that was known.
        case lost(Fix)
    }

    private let map: RadioMap
    private let table: PrintTable
    private let constants: TrackingConstants
    private let minimumSlots: Int
    private let accuracyFactor: Double

    public private(set) var state = State.searching
    /// Slots that are masked for this session, since they stay silent where they should be loud.
    public private(set) var maskedSlots: Set<SlotID> = []
    private var masked: Set<Int> = []
    private var belief: Belief
    private let unknown: Belief
    private var gain: Gain
    private var floor = FloorAutomaton()
    private var misses: [Int: Int] = [:]
    private var lastScan: Double?
    private var lastFix: (fix: Fix, time: Double)?

    /// Starts anew; `tracks` are polylines per floor to whose surroundings the device is confined, none for anywhere.
    public init(
        _ map: RadioMap,
        of table: PrintTable,
        tracks: [(floor: FloorID, points: [Point])] = [],
        minimumSlots: Int = 1,
        accuracyFactor: Double = 1,
        constants: TrackingConstants = TrackingConstants()
    ) {
        self.map = map
        self.table = table
        self.constants = constants
        self.minimumSlots = minimumSlots
        self.accuracyFactor = accuracyFactor
        unknown = Belief(map, isOpen: TrackCells.open(map, tracks))
        belief = unknown
        gain = Gain(mean: 0, variance: map.constants.gainDeviation * map.constants.gainDeviation)
    }

    /// Takes a scan in, with the steps taken since the one before, and says what is known now.
    ///
    /// `seconds` is any clock that runs evenly; a scan that is older than the one before is taken as simultaneous.
    public mutating func take(_ scan: [SlotLevel], at seconds: Double, motion: Motion? = nil) -> State {
        let elapsed = lastScan.map { max(seconds - $0, 0) }
        lastScan = max(lastScan ?? seconds, seconds)
        if let elapsed, elapsed <= constants.memory {
            move(for: elapsed, motion)
        } else {
            belief = unknown
            floor = FloorAutomaton()
        }
        guard scan.count >= minimumSlots, !table.prints.isEmpty else { return giveUp(at: seconds) }
        let likelihood = ScanLikelihood(map, scan, gain: gain, masked: masked)
        let sharpness =
            elapsed.map { $0 > constants.memory ? 1 : min(max($0, 0.05) / constants.correlationTime, 1) } ?? 1
        guard
            let posterior = Posterior(map, likelihood, prior: belief.logarithms, sharpness: Float(sharpness))
        else { return giveUp(at: seconds) }
        belief.set(posterior)
        let floors = posterior.floors
        let heardFloor = floor.take(floors, constants)
        // Nothing speaks for the floor that is shown, and what speaks against it has not been said often enough.
        guard floors[heardFloor] > 0 else { return giveUp(at: seconds) }
        let (point, radius) = posterior.place(on: heardFloor)
        learnGain(posterior.gain(on: heardFloor), scan.count, sharpness, elapsed ?? 0)
        watchSilence(scan, at: point, on: heardFloor)
        let fix = Fix(
            floor: table.floors[heardFloor].floor,
            point: point,
            accuracy: max(radius * accuracyFactor, Locator.bestAccuracy),
            slots: scan.count
        )
        lastFix = (fix, seconds)
        state = .fixed(fix)
        return state
    }

    private mutating func move(for elapsed: Double, _ motion: Motion?) {
        // Somebody who walks in an unknown direction is, per axis, speed/√2 away on the average.
        var deviation = constants.walkingSpeed * elapsed / 2.0.squareRoot()
        if let motion {
            belief.shift(x: motion.x, y: motion.y)
            deviation = max(constants.stepDeviation * motion.distance, 0.25)
        }
        belief.spread(deviation: min(deviation, 5), surprise: constants.surprise)
    }

    private mutating func giveUp(at seconds: Double) -> State {
        guard let lastFix else {
            state = .searching
            return state
        }
        let elapsed = max(seconds - lastFix.time, 0)
        state = elapsed > constants.patience ? .lost(lastFix.fix) : .fixed(aged(lastFix.fix, by: elapsed))
        return state
    }

    /// A fix as it stands so many seconds later: the device may have walked on unheard.
    private func aged(_ fix: Fix, by elapsed: Double) -> Fix {
        // A circular normal distribution has 68 of 100 parts within 1.51 of its deviations per axis.
        let walked = 1.51 * constants.walkingSpeed * elapsed / 2.0.squareRoot()
        return Fix(
            floor: fix.floor,
            point: fix.point,
            accuracy: (fix.accuracy * fix.accuracy + walked * walked).squareRoot(),
            slots: fix.slots
        )
    }

    /// A Kalman update of the gain by what the scan suggests, which already contains what was known before.
    private mutating func learnGain(_ suggested: Double, _ slots: Int, _ sharpness: Double, _ elapsed: Double) {
        let noise = Double(map.noise.reduce(0, +)) / Double(max(map.noise.count, 1))
        let told = sharpness * Double(slots) / max(noise, 1)
        let variance = gain.variance + constants.gainDrift * min(elapsed, constants.memory)
        gain = Gain(
            mean: gain.mean + (suggested - gain.mean) * sharpness,
            variance: max(1 / (1 / variance + told), constants.leastGainVariance)
        )
    }

    /// Counts how often in a row a slot was missed where it should be strong.
    private mutating func watchSilence(_ scan: [SlotLevel], at point: Point, on floor: Int) {
        let here = map.floors[floor]
        let cell = here.grid.nearest(to: point)
        let heard = Set(scan.map { Int($0.slot) })
        for (row, slot) in here.slots.enumerated() where !masked.contains(slot) {
            if heard.contains(slot) {
                misses[slot] = nil
            } else if Double(here.mean(row, cell)) + gain.mean >= constants.strongLevel {
                misses[slot, default: 0] += 1
                if misses[slot, default: 0] >= constants.missesToMask {
                    masked.insert(slot)
                    maskedSlots.insert(table.slots[slot])
                }
            }
        }
    }
}
