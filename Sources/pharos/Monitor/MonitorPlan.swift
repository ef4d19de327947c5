import CommandLineKit
import JSON
import Radio
import Survey
import Venue

/// What is watched: the project's regions and those that were typed.
struct MonitorPlan {
    /// The regions, as the monitor wants them.
    let watched: [WatchedRegion]
    /// What people call them, and which way across their border is told.
    let details: [RegionID: Detail]
    /// Every proximity UUID that a phone would have to watch.
    let uuids: Set<ProximityUUID>
    let duty: DutyCycle?
    /// Milliseconds for which a region must be heard.
    private let dwell: Int64

    /// What is told of a region.
    struct Detail {
        let name: String
        let notifiesOnEntry: Bool
        let notifiesOnExit: Bool
    }

    init(_ options: MonitorOptions, _ venue: Venue?) {
        var watched: [WatchedRegion] = []
        var details: [RegionID: Detail] = [:]
        func watch(_ id: RegionID, _ uuid: ProximityUUID, _ major: UInt16?, _ minor: UInt16?) {
            watched.append(
                WatchedRegion(
                    id: id,
                    uuid: uuid,
                    major: major,
                    minor: minor,
                    advertisingInterval: options.interval ?? Self.interval(in: venue, uuid, major, minor) ?? 100,
                    minimumDwell: options.dwell,
                    minimumTimeout: options.duty?.silence ?? 0
                )
            )
        }
        for region in venue?.liveRegions ?? [] {
            let definition = region.definition
            watch(region.id, definition.uuid, definition.major, definition.minor)
            details[region.id] = Detail(
                name: definition.name,
                notifiesOnEntry: definition.notifiesOnEntry,
                notifiesOnExit: definition.notifiesOnExit
            )
        }
        for region in options.regions where details[region.id] == nil {
            watch(region.id, region.uuid, region.major, region.minor)
            details[region.id] = Detail(name: region.name, notifiesOnEntry: true, notifiesOnExit: true)
        }
        self.watched = watched
        self.details = details
        uuids = Set(watched.map(\.uuid)).union(venue?.activeProximityUUIDs ?? [])
        duty = options.duty
        dwell = options.dwell
    }

    /// Whether a phone could watch all of it: the system of an iPhone takes twenty UUIDs.
    var fitsPhones: Bool { uuids.count <= Venue.maximumProximityUUIDs }

    /// Milliseconds within which an arrival is told, at most.
    var reaction: Int64 { duty?.reaction(dwell: dwell) ?? 3_000 + dwell }

    /// What is wrong with the beacons' settings for being watched: slow ones, for regions that are left soon.
    var advice: [String] {
        watched.compactMap { region in
            guard region.exitTimeout > 30_000, duty == nil else { return nil }
            let name = details[region.id]?.name ?? "\(region.id)"
            return "The beacons of “\(name)” send less than once a second: it is left only after "
                + "\(region.exitTimeout / 1_000) s. A shorter interval tells sooner, and costs battery."
        }
    }

    /// Says what would be watched.
    func tell(_ console: Console) -> ExitStatus {
        console.answer(
            [
                "regions": .array(
                    watched.map { region in
                        [
                            "region": .string("\(region.id)"), "name": JSONValue(details[region.id]?.name),
                            "exitTimeout": .integer(region.exitTimeout),
                        ]
                    }
                ),
                "uuids": JSONValue(uuids.count), "limit": JSONValue(Venue.maximumProximityUUIDs),
                "reason": fitsPhones ? .null : "uuid_limit_20", "reaction": .integer(reaction),
            ],
            "\(watched.count) regions with \(uuids.count) UUIDs; phones can watch \(Venue.maximumProximityUUIDs)"
                + "\(fitsPhones ? "" : " (uuid_limit_20)"). An arrival is told within \(reaction / 1_000) s."
        )
        for line in advice { console.note("pharos: \(line)") }
        return fitsPhones ? .success : .failure
    }

    /// The longest interval of the beacons that belong to a region, as registered.
    private static func interval(
        in venue: Venue?,
        _ uuid: ProximityUUID,
        _ major: UInt16?,
        _ minor: UInt16?
    ) -> UInt32? {
        guard let venue else { return nil }
        return venue.assignments.current.values.compactMap { id -> UInt32? in
            guard let assignment = venue.assignments[id],
                case .iBeacon(let its, let itsMajor, let itsMinor) = assignment.identity.frame, its == uuid,
                (major ?? itsMajor) == itsMajor, (minor ?? itsMinor) == itsMinor
            else { return nil }
            return assignment.radio.advertisingInterval
        }.max()
    }
}
