import Fingerprints
import Foundation
import Positioning
import Survey

/// A made-up hall of 12 m × 6 m whose six beacons sound as their distance says, surveyed every metre.
struct Hallway {
    static let mounts =
        [Point(x: 0, y: 0), Point(x: 6, y: 0), Point(x: 12, y: 0)]
        + [Point(x: 0, y: 6), Point(x: 6, y: 6), Point(x: 12, y: 6)]

    /// dBm of each beacon at a place, by −60 dBm at a metre and an exponent of 2.5; 30 dB less from another floor.
    static func levels(at point: Point, floors: Double = 0) -> [UInt64: Double] {
        Dictionary(
            uniqueKeysWithValues: mounts.enumerated().map { number, mount in
                let distance = max(point.distance(to: mount), 0.5)
                return (UInt64(number + 1), -60 - 25 * log10(distance) - 30 * floors)
            }
        )
    }

    /// The survey of a floor; beacons hang on floor 1.
    static func block(floor: UInt64 = 1) -> PrintsBlock {
        PrintsBlock(
            floor: floor,
            (0...12).flatMap { x in
                (0...6).map { y in
                    PrintsBlock.Spoken(
                        x: Double(x),
                        y: Double(y),
                        levels: levels(at: Point(x: Double(x), y: Double(y)), floors: Double(floor - 1))
                    )
                }
            }
        )
    }

    /// Where the beacons hang, as a release says.
    static let geometry = mounts.enumerated().map { number, mount in
        SlotGeometry(
            slot: SlotID(UInt64(number + 1)),
            label: "A\(number + 1)",
            floor: FloorID(1),
            position: MountPosition(point: mount)
        )
    }

    static let table = PrintTable([block()], assignments: .plain(6))

    /// What a device with a gain hears at a place.
    static func scan(at point: Point, gain: Double = 0, without silent: Set<UInt64> = []) -> [SlotLevel] {
        levels(at: point).filter { !silent.contains($0.key) }.sorted { $0.key < $1.key }.map { slot, level in
            SlotLevel(slot: Int32(slot - 1), level: Int32(((level + gain) * 100).rounded()))
        }
    }
}
