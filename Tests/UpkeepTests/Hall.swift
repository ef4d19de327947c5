import Fingerprints
import RadioSimulator
import Survey
import Upkeep
import Venue

/// The simulated hall of POSITIONING.md §6.4, surveyed on nine tracks in both directions.
struct Hall {
    static let floor = FloorID(high: 0, low: 1)

    let venue: SampleVenue
    let seed: UInt64
    let matrix: PrintMatrix
    let blocks: [PrintsBlock]

    init(seed: UInt64, slots: SampleVenue.Density = .sparse) {
        self.seed = seed
        venue = SampleVenue(seed: seed, density: slots)
        blocks = Self.prints(of: venue, heard: venue.radio(), seed: seed &+ 77)
        matrix = PrintMatrix(blocks)
    }

    static func slot(_ index: Int) -> SlotID { SlotID(high: 1, low: UInt64(index + 1)) }
    static func assignment(_ index: Int, unit: UInt64 = 0) -> AssignmentID {
        AssignmentID(high: unit, low: UInt64(index + 1))
    }

    /// What hangs in a slot after it was replaced.
    static func successor(_ index: Int) -> BeaconIdentity { SampleVenue.identity(UInt16(500 + index)) }

    /// The prints of a survey of the whole hall; whatever hangs in a slot counts for it.
    static func prints(of venue: SampleVenue, heard radio: SimulatedRadio, seed: UInt64) -> [PrintsBlock] {
        let spans = venue.slots.indices.flatMap { index in
            [venue.slots[index].beacon.identity, successor(index)].enumerated().map { unit, identity in
                AssignmentSpan(
                    slot: slot(index),
                    assignment: assignment(index, unit: UInt64(unit)),
                    identity: identity
                )
            }
        }
        var ledger = ScanLedger()
        let identities = spans.map(\.identity)
        let numbers = Dictionary(uniqueKeysWithValues: identities.enumerated().map { ($1, UInt32($0)) })
        var random = SeededRandom(seed: seed)
        var position: UInt64 = 0
        for (number, track) in venue.tracks.enumerated() {
            for isBack in [false, true] {
                for sample in (isBack ? track.reversed : track).walk(in: radio, using: &random) {
                    position += 1
                    let along = sample.distanceAlong.map { isBack ? track.length - $0 : $0 }
                    let scan = CompactScan(
                        walk: WalkID(high: 0, low: 1),
                        track: TrackID(high: 0, low: UInt64(number + 1)),
                        distanceAlong: along,
                        floor: floor,
                        point: sample.point,
                        heading: sample.heading,
                        window: 1_000,
                        readings: sample.readings.map {
                            CompactReading(identity: numbers[$0.identity] ?? 0, rssi: $0.rssi, packets: 1)
                        }
                    )
                    let stamp = Stamp(
                        occurredAt: Timestamp(milliseconds: Int64(position)),
                        position: position,
                        seen: 0,
                        stream: StreamID(agent: AgentID(high: 0, low: 1), incarnation: Incarnation(1)),
                        sequence: position,
                        event: .zero
                    )
                    ledger.file(scan, of: identities, stamp, isCopy: false)
                }
            }
        }
        return FingerprintIndex(ledger, under: Interpretation(spans: spans)).prints()
    }

    /// The radio of live scans, with other beacons in some slots: nil where none hangs.
    func radio(_ changes: [Int: SimulatedBeacon?] = [:]) -> SimulatedRadio {
        var model = PropagationModel()
        model.noise = 3
        let named = changes.map { (venue.slots[$0.key].label, $0.value) }
        return venue.radio(with: Dictionary(uniqueKeysWithValues: named), model: model)
    }

    /// A new unit in a slot.
    func replacement(of index: Int, louder decibels: Double) -> SimulatedBeacon {
        venue.slots[index].beacon.replaced(by: Self.successor(index), unit: 1, powerOffset: decibels)
    }

    /// A scan as the slots' venue resolves it; `known` says which identities stand for which slot.
    func scan(_ sample: SimulatedSample, _ known: [BeaconIdentity: Int], isPlaced: Bool) -> SlotScan {
        SlotScan(
            sample.readings,
            place: isPlaced ? SurveyedPlace(floor: Self.floor, point: sample.point) : nil,
            matrix: matrix
        ) { identity in
            guard let index = known[identity] else { return .stray(former: nil) }
            return .slot(
                SlotScan.Standing(
                    slot: Self.slot(index),
                    assignment: Self.assignment(index, unit: identity == Self.successor(index) ? 1 : 0),
                    offset: 0,
                    isCertain: identity != Self.successor(index)
                )
            )
        }
    }

    /// The identities that hung first.
    var first: [BeaconIdentity: Int] {
        Dictionary(uniqueKeysWithValues: venue.slots.enumerated().map { ($1.beacon.identity, $0) })
    }
}
