import Survey

/// A hall of 12 × 12 m with nine beacons, and three scans at each metre.
enum SurveyedHall {
    private static let floor = FloorID(high: 1, low: 1)
    private static let walk = WalkID(high: 2, low: 1)

    private static func identity(_ number: Int) -> BeaconIdentity {
        BeaconIdentity(.iBeacon(uuid: ProximityUUID(high: 3, low: 4), major: 1, minor: UInt16(number)))
    }

    /// Everything that was recorded of it.
    static var events: [SurveyEvent] { structure + scans }

    private static var structure: [SurveyEvent] {
        let hung = (0..<9).flatMap { number -> [SurveyEvent] in
            let slot = SlotID(high: 4, low: UInt64(number + 1))
            return [
                .slotCreated(SlotCreated(slot: slot, label: "S\(number)")),
                .beaconRegistered(
                    BeaconRegistered(
                        assignment: AssignmentID(high: 5, low: UInt64(number + 1)),
                        slot: slot,
                        identity: identity(number),
                        effectiveAge: .sinceStart
                    )
                ),
            ]
        }
        let floor = FloorAdded(floor: floor, name: "Hall", ordinal: 0)
        return [.floorAdded(floor)] + hung + [.walkStarted(WalkStarted(walk: walk))]
    }

    private static var scans: [SurveyEvent] {
        (0..<432).map { number in
            let point = Point(x: Double(number / 3 % 12) + 0.5, y: Double(number / 36) + 0.5)
            let readings = (0..<9).compactMap { beacon -> Reading? in
                let mount = Point(x: Double(beacon % 3) * 6, y: Double(beacon / 3) * 6)
                // Receivers scatter: −2, 0 or 2 dB.
                let level = -50 - Int(2 * point.distance(to: mount)) + 2 * ((number + beacon) % 3 - 1)
                return RSSI(dBm: level).map { Reading(identity: identity(beacon), rssi: $0) }
            }
            return .scanSampled(ScanSampled(walk: walk, floor: floor, point: point, window: 1_000, readings: readings))
        }
    }
}
