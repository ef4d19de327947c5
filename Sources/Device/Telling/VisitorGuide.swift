import Fingerprints
public import Formats
import Positioning
import Radio
public import Survey

/// Tells a visitor what is near, by the release on the device: no network, no clock but the scans' own.
///
/// What is told hangs on slots and places, never on a beacon's identity: a replacement changes no text.
public struct VisitorGuide: Sendable {
    /// What must survive a restart.
    public var memory: VisitMemory {
        VisitMemory(nearest: nearest.memory, regions: regions.states, zones: zones.states, told: told)
    }

    private var nearest: NearestGuard
    private var regions: RegionMonitor
    private var zones: ZoneMonitor<PlaceID>
    private var told: [PlaceID: Int64]
    private var locator: ScanLocator

    private let directory: SlotDirectory
    /// The slots that something hangs in, as the directory numbers them.
    private let slots: [SlotID]
    private let slotPlaces: [SlotID: [PlaceAdded]]
    private let places: [PlaceID: PlaceAdded]
    private let definitions: [RegionID: RegionDefined]
    private let floors: [String: FloorID]
    private let slotLabels: [SlotID: String]

    /// Metres around a place at a point in which it is told.
    public static let zoneRadius = 5.0
    /// Milliseconds in which a place is not told twice.
    private static let cooldown: Int64 = 600_000

    /// A guide through a release, going on from what an earlier run remembered.
    public init(_ release: ReleaseOnDisk, memory: VisitMemory = VisitMemory()) {
        let all = release.geometry?.places ?? []
        slots = Set(release.assignments.entries.map(\.slot)).sorted()
        directory = SlotDirectory(
            release.assignments,
            policy: release.policy?.identities ?? .frame,
            slots: slots
        )
        places = Dictionary(all.map { ($0.place, $0) }) { first, _ in first }
        slotPlaces = Dictionary(grouping: all.filter { $0.slot != nil }) { $0.slot ?? SlotID(high: 0, low: 0) }
        let watched = release.policy?.regions ?? []
        definitions = Dictionary(watched.map { ($0.region, $0) }) { first, _ in first }
        floors = Dictionary(release.floorNames.map { ($1, $0) }) { min($0, $1) }
        slotLabels = Dictionary((release.geometry?.slots ?? []).map { ($0.slot, $0.label) }) { first, _ in first }
        nearest = NearestGuard(memory.nearest)
        regions = RegionMonitor(
            regions: watched.map { WatchedRegion(id: $0.region, uuid: $0.uuid, major: $0.major, minor: $0.minor) },
            states: memory.regions
        )
        zones = ZoneMonitor(
            all.compactMap { place in
                guard case .point(let floor, let point) = place.content.location else { return nil }
                return ZoneMonitor.Zone(id: place.place, floor: floor, centre: point, radius: Self.zoneRadius)
            },
            states: memory.zones
        )
        told = memory.told
        locator = ScanLocator(release)
    }

    /// What a visitor is told on hearing a scan, in a fixed order.
    public mutating func hear(_ scan: ScanLine) -> [Notice] {
        crossings(scan) + exhibits(scan) + surroundings(scan)
    }

    /// The regions that the device is inside of: what a wake-up tells once more.
    public func inside(at time: Timestamp) -> [Notice] {
        regions.inside.compactMap { definitions[$0] }.map {
            Notice(time: time, kind: .inside, title: $0.name, text: "", source: nil)
        }
    }

    private mutating func crossings(_ scan: ScanLine) -> [Notice] {
        let time = scan.time.milliseconds
        var crossings = regions.expire(at: time)
        for reading in scan.readings { crossings += regions.hear(reading.identity, at: time) }
        return crossings.compactMap { crossing in
            guard let definition = definitions[crossing.region] else { return nil }
            let isEntry = crossing.direction == .enter
            guard isEntry ? definition.notifiesOnEntry : definition.notifiesOnExit else { return nil }
            return Notice(
                time: scan.time,
                kind: isEntry ? .enter : .exit,
                title: definition.name,
                text: "",
                source: nil
            )
        }
    }

    /// What hangs on the slot that is considerably closest.
    private mutating func exhibits(_ scan: ScanLine) -> [Notice] {
        let heard = directory.levels(of: scan.readings)
        let levels = Dictionary(uniqueKeysWithValues: heard.map { (slots[Int($0.slot)], Double($0.level) / 100) })
        guard let slot = nearest.hear(levels, at: scan.time.milliseconds) else { return [] }
        return (slotPlaces[slot] ?? []).map { notice($0, at: scan.time, source: slotLabels[slot]) }
    }

    /// The places at points that the visitor has come to.
    private mutating func surroundings(_ scan: ScanLine) -> [Notice] {
        let fix = locator.locate(scan)
        guard let floor = fix.floor.flatMap({ floors[$0] }), let point = fix.point else { return [] }
        let time = scan.time.milliseconds
        return zones.move(to: point, on: floor, at: time).compactMap { crossing in
            guard crossing.isEntry, let place = places[crossing.zone] else { return nil }
            if let before = told[place.place], before > time &- Self.cooldown, before <= time { return nil }
            told[place.place] = time
            return notice(place, at: scan.time, source: place.content.title)
        }
    }

    private func notice(_ place: PlaceAdded, at time: Timestamp, source: String?) -> Notice {
        Notice(time: time, kind: .place, title: place.content.title, text: place.content.text, source: source)
    }
}

extension PlaceAdded {
    /// The slot that it hangs on.
    fileprivate var slot: SlotID? {
        if case .slot(let slot) = content.location { slot } else { nil }
    }
}
