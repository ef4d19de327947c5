public import Survey

/// A fair hall of 60 × 40 m that exists in the simulator alone: 24 slots, nine tracks, a plan.
///
/// It is the venue of the study in POSITIONING.md §6.4.
public struct SampleVenue: Sendable {
    /// Metres.
    public static let size = (width: 60.0, height: 40.0)
    private static let uuid = ProximityUUID(high: 0x5048_4152_4F53_4D49, low: 0x8000_0000_0000_0001)

    /// How many slots the hall has: one per 100 m², or one per 50 m².
    public enum Density: Hashable, Sendable, CaseIterable {
        case sparse
        case dense

        var columns: Int { self == .sparse ? 6 : 8 }
        var rows: Int { self == .sparse ? 4 : 6 }
    }

    /// In the order of their labels: A1, B1, … F4.
    public let slots: [Slot]
    public let tracks: [SimulatedTrack]
    private let seed: UInt64

    /// A slot with the beacon that hung there first.
    public struct Slot: Hashable, Sendable {
        public let label: String
        public let beacon: SimulatedBeacon
    }

    /// The hall that a seed draws: where exactly each beacon hangs, how strong it is, what shades it.
    public init(seed: UInt64, density: Density = .sparse) {
        var random = SeededRandom(seed: seed)
        var slots: [Slot] = []
        for row in 0..<density.rows {
            for column in 0..<density.columns {
                let number = UInt16(slots.count + 1)
                let (stepX, stepY) =
                    (Self.size.width / Double(density.columns), Self.size.height / Double(density.rows))
                let point = Point(
                    x: ((Double(column) + 0.5) * stepX + .random(in: -1.5...1.5, using: &random)).rounded(to: 100),
                    y: ((Double(row) + 0.5) * stepY + .random(in: -1.5...1.5, using: &random)).rounded(to: 100)
                )
                let beacon = SimulatedBeacon(
                    mount: UInt64(number),
                    identity: Self.identity(number),
                    point: point,
                    height: 2.8,
                    power: -61 + random.normal(deviation: 1.5)
                )
                slots.append(Slot(label: "\(Array("ABCDEFGH")[column])\(row + 1)", beacon: beacon))
            }
        }
        self.slots = slots
        self.seed = seed
        let across = [4.0, 12, 20, 28, 36].enumerated().map { index, y in
            SimulatedTrack(name: "aisle \(index + 1)", points: [Point(x: 2, y: y), Point(x: 58, y: y)])
        }
        let along = [4.0, 20, 40, 56].enumerated().map { index, x in
            SimulatedTrack(name: "cross \(index + 1)", points: [Point(x: x, y: 5), Point(x: x, y: 35)])
        }
        tracks = across + along
    }

    /// What a beacon of the hall sends; spare ones have the numbers after those that hang.
    public static func identity(_ number: UInt16) -> BeaconIdentity {
        BeaconIdentity(.iBeacon(uuid: uuid, major: 1, minor: number))
    }

    /// The hall's radio with its first beacons, or with others in some of the slots: by label, nil where none hangs.
    public func radio(
        with changes: [String: SimulatedBeacon?] = [:],
        model: PropagationModel = PropagationModel()
    ) -> SimulatedRadio {
        let beacons = slots.compactMap { slot -> SimulatedBeacon? in
            if let change = changes[slot.label] { change } else { slot.beacon }
        }
        return SimulatedRadio(beacons: beacons, model: model, seed: seed)
    }
}

extension Double {
    fileprivate func rounded(to parts: Double) -> Double { (self * parts).rounded() / parts }
}
