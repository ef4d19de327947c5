import Fingerprints
import Positioning
import RadioSimulator
import Survey
import Upkeep
import Venue

/// The study of POSITIONING.md §6.4: how far visitors are off when a quarter of the beacons was replaced.
struct ReplacementStudy {
    /// Mean errors in metres.
    struct Errors {
        var before = 0.0
        var noRemap = 0.0
        var masked = 0.0
        var remapped = 0.0
        var walked = 0.0
        var resurveyed = 0.0
    }

    /// One draw: a venue, the slots whose beacons are replaced, and how much louder the new ones are.
    private struct Draw {
        let hall: Hall
        /// By slot, dB.
        let louder: [Int: Double]

        init(seed: UInt64, share: Double, louder mean: Double) {
            hall = Hall(seed: seed)
            var random = SeededRandom(seed: seed, thing: 5)
            let count = Int((Double(hall.venue.slots.count) * share).rounded())
            let replaced = hall.venue.slots.indices.shuffled(using: &random).prefix(count)
            louder = Dictionary(
                uniqueKeysWithValues: replaced.sorted().map { ($0, mean + random.normal(deviation: 1.5)) }
            )
        }

        var radio: SimulatedRadio {
            let units = louder.map { ($0.key, Optional(hall.replacement(of: $0.key, louder: $0.value))) }
            return hall.radio(Dictionary(uniqueKeysWithValues: units))
        }

        /// What a verification walk of so many points says of each new beacon.
        func walk(points: Int) -> [Int: OffsetEstimate] {
            let radio = radio
            var known = hall.first.filter { louder[$0.value] == nil }
            for index in louder.keys { known[Hall.successor(index)] = index }
            var estimates: [Int: OffsetEstimate] = [:]
            for index in louder.keys.sorted() {
                var random = SeededRandom(seed: hall.seed, thing: 9_000 + UInt64(index))
                let gain = random.normal(deviation: 4)
                var walk = VerificationWalk(
                    slot: Hall.slot(index),
                    assignment: Hall.assignment(index, unit: 1),
                    matrix: hall.matrix
                )
                for point in walk.points(points, around: hall.venue.slots[index].beacon.point, on: Hall.floor) {
                    let heading = Double.random(in: 0..<360, using: &random)
                    let readings = radio.scan(at: point.place.point, heading: heading, gain: gain, using: &random)
                    let sample = SimulatedSample(
                        distanceAlong: nil,
                        point: point.place.point,
                        heading: heading,
                        readings: readings
                    )
                    walk.add(hall.scan(sample, known, isPlaced: true))
                }
                estimates[index] = walk.estimate
            }
            return estimates
        }

        /// Who stands for which slot, with offsets where they are known.
        func assignments(
            successors: Bool,
            offsets: [Int: (level: Double, deviation: Double)],
            masked: Bool = false
        ) -> AssignmentsBlock {
            AssignmentsBlock(
                entries: hall.venue.slots.enumerated().compactMap { index, slot in
                    let isReplaced = louder[index] != nil
                    if masked && isReplaced { return nil }
                    let offset = offsets[index] ?? (0, isReplaced && successors ? 3 : 0)
                    return AssignmentEntry(
                        slot: Hall.slot(index),
                        occupant: AssignmentEntry.Occupant(
                            identity: isReplaced && successors ? Hall.successor(index) : slot.beacon.identity,
                            offset: Int16((offset.level * 100).rounded()),
                            offsetDeviation: UInt16((offset.deviation * 100).rounded()),
                            isContested: false
                        )
                    )
                }
            )
        }
    }

    /// The mean of some seeds, of so many visitors each.
    static func run(
        seeds: [UInt64],
        share: Double = 0.25,
        louder mean: Double,
        points: Int = 15,
        visitors: Int = 220
    ) -> Errors {
        var sums = Errors()
        for seed in seeds {
            let draw = Draw(seed: seed, share: share, louder: mean)
            let hall = draw.hall
            let old = hall.venue.visitors(visitors, in: hall.radio(), seed: seed)
            let new = hall.venue.visitors(visitors, in: draw.radio, seed: seed)
            let first = draw.assignments(successors: false, offsets: [:])
            let successors = draw.assignments(successors: true, offsets: [:])
            sums.before += error(of: old, hall.blocks, first)
            sums.noRemap += error(of: new, hall.blocks, first)
            sums.masked += error(of: new, hall.blocks, draw.assignments(successors: false, offsets: [:], masked: true))
            sums.remapped += error(of: new, hall.blocks, successors)
            let offsets = draw.walk(points: points).mapValues { estimate in
                // As the venue takes a verification: a difference within its own error is none.
                let isSignificant = estimate.offset.magnitude >= estimate.confidence
                return (level: isSignificant ? estimate.offset : 0, deviation: estimate.confidence / 1.96)
            }
            let walked = draw.assignments(successors: true, offsets: offsets)
            sums.walked += error(of: new, hall.blocks, walked)
            let again = Hall.prints(of: hall.venue, heard: draw.radio, seed: seed &+ 99)
            let exact = Dictionary(uniqueKeysWithValues: draw.louder.keys.map { ($0, (level: 0.0, deviation: 0.0)) })
            sums.resurveyed += error(of: new, again, draw.assignments(successors: true, offsets: exact))
        }
        let count = Double(seeds.count)
        return Errors(
            before: sums.before / count,
            noRemap: sums.noRemap / count,
            masked: sums.masked / count,
            remapped: sums.remapped / count,
            walked: sums.walked / count,
            resurveyed: sums.resurveyed / count
        )
    }

    /// The root mean square error of offsets after walks of so many points, dB: of beacons 6 dB louder or quieter.
    static func offsetError(seeds: [UInt64], points: Int) -> Double {
        var squares: [Double] = []
        for seed in seeds {
            let draw = Draw(seed: seed, share: 0.5, louder: seed % 2 == 0 ? -6 : 3)
            for (index, estimate) in draw.walk(points: points) {
                let error = estimate.offset - (draw.louder[index] ?? 0)
                squares.append(error * error)
            }
        }
        return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }

    /// A scan that gives no place counts as the middle of the hall.
    private static func error(
        of visitors: [SimulatedSample],
        _ blocks: [PrintsBlock],
        _ assignments: AssignmentsBlock
    ) -> Double {
        let table = PrintTable(blocks, assignments: assignments)
        let locator = Locator(Matcher(table, metric: .levelRemoved), method: .weighted(neighbours: 4))
        let directory = SlotDirectory(assignments, policy: .frame, table: table)
        let errors = visitors.map { visitor in
            let fix = Result { () throws(NoFix) in try locator.locate(directory.levels(of: visitor.readings)) }
            let point = if case .success(let fix) = fix { fix.point } else { Point(x: 30, y: 20) }
            return point.distance(to: visitor.point)
        }
        return errors.reduce(0, +) / Double(errors.count)
    }
}
