public import Survey

/// What can be heard where on one simulated floor.
public struct SimulatedRadio: Sendable {
    /// What hangs on the floor.
    public let beacons: [SimulatedBeacon]
    /// How waves lose strength.
    public let model: PropagationModel
    private let shadows: [[ShadowField]]

    /// A floor with its beacons; `seed` names the venue: it draws the shadows of each mount.
    public init(beacons: [SimulatedBeacon], model: PropagationModel = PropagationModel(), seed: UInt64) {
        self.beacons = beacons
        self.model = model
        shadows = beacons.map { beacon in
            var mount = SeededRandom(seed: seed, thing: beacon.mount)
            let walls = ShadowField(deviation: model.shadowDeviation, length: model.shadowLength, using: &mount)
            guard let unit = beacon.unit else { return [walls] }
            var random = SeededRandom(seed: seed ^ beacon.mount, thing: unit)
            return [walls, ShadowField(deviation: model.patternDeviation, length: model.patternLength, using: &random)]
        }
    }

    /// The strength in dBm of a beacon, by its index, that a receiver without a body has at a place in the mean.
    public func strength(ofBeacon index: Int, at point: Point) -> Double {
        let beacon = beacons[index]
        let rise = (beacon.height ?? model.beaconHeight) - model.receiverHeight
        let distance = (beacon.point.squaredDistance(to: point) + rise * rise).squareRoot()
        let loss = 10 * model.exponent * decimalLogarithm(max(distance, 1))
        let walls = model.walls.reduce(0) { $0 + ($1.parts(beacon.point, point) ? $1.loss : 0) }
        return beacon.power - loss - walls + shadows[index].reduce(0) { $0 + $1.value(at: point) }
    }

    /// What a receiver hears in one window, in the order of the beacons.
    ///
    /// `heading` is where the receiver's owner looks, degrees clockwise from the plan's up: the body is behind; nil is
    /// without a body. `gain` is how much stronger this receiver reads than another, in dB.
    public func scan(
        at point: Point,
        heading: Double?,
        gain: Double = 0,
        using random: inout some RandomNumberGenerator
    ) -> [Reading] {
        beacons.indices.compactMap { index in
            let clear = strength(ofBeacon: index, at: point) + gain
            let shaded = clear - bodyLoss(from: beacons[index].point, at: point, heading: heading)
            let heard = shaded + random.normal(deviation: model.noise)
            let isLost = Double.random(in: 0..<1, using: &random) < model.loss
            guard !isLost, heard >= model.sensitivity, let rssi = RSSI(dBm: Int(heard.rounded())) else { return nil }
            return Reading(identity: beacons[index].identity, rssi: rssi)
        }
    }

    /// What the body takes: nothing from ahead and from the sides, all of it from right behind.
    private func bodyLoss(from beacon: Point, at point: Point, heading: Double?) -> Double {
        guard let heading else { return 0 }
        let bearing = arcTangent(beacon.x - point.x, point.y - beacon.y)
        return model.bodyLoss * max(0, -cosine(bearing - heading * .pi / 180))
    }
}

extension Point {
    fileprivate func squaredDistance(to other: Point) -> Double {
        let (dx, dy) = (other.x - x, other.y - y)
        return dx * dx + dy * dy
    }
}
