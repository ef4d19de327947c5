import Crypto
import Fingerprints
import Foundation
import Survey
import Wire

/// A hall of some points in a row with a beacon at either end, and the key that signs its releases.
struct Hall {
    let key: SigningKey
    let project = ProjectID(high: 7, low: 7)
    let floor = FloorID(high: 1, low: 1)
    let points: Int

    init(points: Int = 40, key: SigningKey? = nil) throws {
        self.key = try key ?? SigningKey()
        self.points = points
    }

    static let slots = (1...12).map { SlotID(high: 2, low: $0) }

    static func beacon(_ minor: UInt16) -> BeaconIdentity {
        BeaconIdentity(.iBeacon(uuid: ProximityUUID(high: 3, low: 4), major: 1, minor: minor))
    }

    /// A release in which slot n has beacon n, but for those that are said to be replaced.
    func release(
        _ number: UInt64,
        replaced: [Int: UInt16] = [:],
        floorName: String = "Hall",
        isTold: Bool = false,
        matching: MatchingChoice? = nil,
        signedBy other: SigningKey? = nil
    ) throws -> EncodedRelease {
        let assignments = AssignmentsBlock(
            entries: Self.slots.enumerated().map { index, slot in
                AssignmentEntry(
                    slot: slot,
                    occupant: AssignmentEntry.Occupant(
                        identity: Self.beacon(replaced[index] ?? UInt16(index + 1)),
                        offset: 0,
                        offsetDeviation: 0,
                        isContested: false
                    )
                )
            }
        )
        let signer = other ?? key
        return try EncodedRelease(
            project: project,
            release: number,
            position: number * 10,
            chain: SHA256().sha256([UInt8(truncatingIfNeeded: number)]),
            blocks: [
                .geometry(geometry(floorName, isTold)), .prints(prints), .assignments(assignments),
                .policy(policy(isTold, matching)),
            ],
            coding: ReleaseCoder(),
            hashing: SHA256(),
            sign: { bytes in try signer.signature(of: bytes) }
        )
    }

    /// What a hall has that tells visitors something: the whole hall as a region, and a spot at 9.5 m.
    private func policy(_ isTold: Bool, _ matching: MatchingChoice?) -> PolicyBlock {
        let region = RegionDefined(
            region: RegionID(high: 5, low: 1),
            name: "Hall",
            uuid: ProximityUUID(high: 3, low: 4)
        )
        let spot = SpotAdded(spot: SpotID(high: 6, low: 1), floor: floor, point: Point(x: 9.5, y: 0), name: nil)
        return PolicyBlock(
            identities: .frame,
            regions: isTold ? [region] : [],
            spots: isTold ? [spot] : [],
            scanPolicy: nil,
            matching: matching
        )
    }

    /// One thing at the slot at 9 m, one at a point at 20 m.
    private var places: [PlaceAdded] {
        [
            PlaceAdded(
                place: PlaceID(high: 4, low: 1),
                content: PlaceContent(location: .slot(Self.slots[3]), title: "Robot", text: "It walks.")
            ),
            PlaceAdded(
                place: PlaceID(high: 4, low: 2),
                content: PlaceContent(location: .point(floor, Point(x: 20, y: 0)), title: "Café")
            ),
        ]
    }

    /// Each slot where it is loudest.
    private var mounts: [SlotGeometry] {
        Self.slots.enumerated().map { index, slot in
            let position = MountPosition(point: Point(x: Double(3 * index), y: 0))
            return SlotGeometry(slot: slot, label: "S\(index)", floor: floor, position: position)
        }
    }

    private func geometry(_ floorName: String, _ isTold: Bool) -> GeometryBlock {
        GeometryBlock(
            projectName: "Museum",
            floors: [
                FloorGeometry(
                    floor: floor,
                    name: floorName,
                    ordinal: 0,
                    plan: nil,
                    metresPerPixel: 0.05,
                    rotation: 0,
                    anchor: nil
                )
            ],
            tracks: [],
            connectors: [],
            slots: isTold ? mounts : [],
            places: isTold ? places : []
        )
    }

    private var prints: PrintsBlock {
        let rows = (0..<points).map { point in
            PrintsBlock.Row(
                point: UInt32(point),
                place: MillimetrePoint(x: Int32(point) * 1_000, y: 0),
                heading: nil,
                scans: 10,
                levelCount: UInt32(Self.slots.count)
            )
        }
        let levels = (0..<points).flatMap { point in
            Self.slots.indices.map { slot in
                PrintsBlock.Level(
                    slot: UInt32(slot),
                    heard: 10,
                    mean: Int16(Self.level(of: slot, at: point) * 100),
                    deviation: 300
                )
            }
        }
        return PrintsBlock(floor: floor, slots: Self.slots, rows: rows, levels: levels)
    }

    /// dBm: each slot is loudest at a point of its own and falls by 1 dB a metre, but not below −95.
    static func level(of slot: Int, at point: Int) -> Int { max(-95, -50 - abs(point - 3 * slot)) }
}

/// A directory of its own, gone with the value's owner.
final class TemporaryDirectory {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "pharos-device-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }  // what stays behind is in the temporary folder
}
