public import Fingerprints
public import Survey

/// How a venue's slots grow weaker with distance, learnt from its own prints where their positions are known.
///
/// One exponent for the venue, one strength at 1 m per slot, pulled to the venue's mean where few prints hold the slot.
public struct PathLoss: Hashable, Sendable {
    /// 2 in free space.
    public let exponent: Double
    /// Per slot number of the table: dBm at 1 m; nil for slots without a position.
    public let powers: [Double?]

    /// What is believed of a venue that has too few prints: DESIGN's model, and what most beacons advertise.
    private static let usualExponent = 2.4
    private static let usualPower = -59.0
    private static let exponents = 1.5...4.5
    /// So many prints weigh as much as the venue's mean.
    private static let shrinkage = 5.0
    /// Prints weaker than that tell more of the receiver's deafness than of distance.
    private static let weakest = -92.0

    /// Fits the prints of a table; `mounts` are the slots' places.
    public init(_ table: PrintTable, mounts: [SlotID: SlotMount], deviceHeight: Double = 1.2) {
        let places = table.slots.map { mounts[$0] }
        var samples: [[(distance: Double, level: Double)]] = table.slots.map { _ in [] }
        for print in table.prints {
            for level in print.levels {
                let (slot, dBm) = (Int(level.slot), Double(level.level) / 100)
                guard dBm > Self.weakest, let mount = places[slot], mount.floor == print.floor else { continue }
                samples[slot].append((decimalLogarithm(mount.distance(to: print.place.point, deviceHeight)), dBm))
            }
        }
        // Per slot deviations from its own means, so that slots of unequal strength share one slope.
        var (square, product) = (0.0, 0.0)
        for slot in samples where slot.count > 1 {
            let count = Double(slot.count)
            let meanDistance = slot.reduce(0) { $0 + $1.distance } / count
            let meanLevel = slot.reduce(0) { $0 + $1.level } / count
            for sample in slot {
                let distance = sample.distance - meanDistance
                square += distance * distance
                product += distance * (sample.level - meanLevel)
            }
        }
        let slope = square > 1 ? -product / square / 10 : Self.usualExponent
        let exponent = min(max(slope, Self.exponents.lowerBound), Self.exponents.upperBound)
        let intercepts = samples.map { $0.map { $0.level + 10 * exponent * $0.distance } }
        let all = intercepts.joined()
        let mean = all.isEmpty ? Self.usualPower : all.reduce(0, +) / Double(all.count)
        self.exponent = exponent
        powers = zip(places, intercepts).map { place, levels in
            guard place != nil else { return nil }
            return (levels.reduce(0, +) + Self.shrinkage * mean) / (Double(levels.count) + Self.shrinkage)
        }
    }

    /// Metres at which a slot is heard so; nil for a slot without a position.
    public func range(of slot: Int, level: Double) -> Double? {
        guard powers.indices.contains(slot), let power = powers[slot], level.isFinite else { return nil }
        return min(max(powerOfTen((power - level) / (10 * exponent)), 0.1), 100)
    }
}

extension [SlotID: SlotMount] {
    /// The slots of a release that hang where somebody said.
    public init(_ slots: some Sequence<SlotGeometry>) {
        let placed = slots.compactMap { slot -> (SlotID, SlotMount)? in
            guard let floor = slot.floor, let position = slot.position else { return nil }
            return (slot.slot, SlotMount(floor: floor, position: position))
        }
        self.init(placed) { first, _ in first }
    }
}

/// Where a slot's mount is.
public struct SlotMount: Hashable, Sendable {
    public let floor: FloorID
    public let position: MountPosition

    public init(floor: FloorID, position: MountPosition) {
        self.floor = floor
        self.position = position
    }

    /// Metres through space to a device, half a metre at least.
    func distance(to point: Point, _ deviceHeight: Double) -> Double {
        let flat = position.point.distance(to: point)
        let rise = position.height.map { $0 - deviceHeight } ?? 0
        return max((flat * flat + rise * rise).squareRoot(), 0.5)
    }
}
