public import Survey

extension Venue {
    /// The floors that are part of the venue now, from the lowest up.
    public var liveFloors: [Floor] {
        floors.values.filter { !$0.isRemoved }.sorted { ($0.ordinal, $0.name, $0.id) < ($1.ordinal, $1.name, $1.id) }
    }

    /// The tracks that are walked now, by name; those of unknown or removed floors are left out.
    public var liveTracks: [Track] {
        tracks.values.filter { !$0.isErased && isLive($0.floor) }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    }

    /// The ways between floors that can be taken now: at least two landings on live floors.
    public var liveConnectors: [Connector] {
        connectors.values.filter { connector in
            !connector.isRemoved && connector.landings.filter { isLive($0.floor) }.count >= 2
        }
        .sorted { $0.id < $1.id }
    }

    /// The slots that are not on a removed floor, by label.
    public var liveSlots: [Slot] {
        slots.values.filter { slot in slot.floor.map { floors[$0]?.isRemoved != true } ?? true }
            .sorted { ($0.label, $0.id) < ($1.label, $1.id) }
    }

    /// The places that visitors see, by title; those of removed or unknown floors are left out.
    public var shownPlaces: [Place] {
        places.values.filter { place in
            guard place.isShown else { return false }
            return switch place.content.location {
            case .point(let floor, _): isLive(floor)
            case .slot(let slot): slots[slot] != nil
            case .geographic: true
            }
        }
        .sorted { ($0.content.title, $0.id) < ($1.content.title, $1.id) }
    }

    /// The places that wait for approval, oldest first.
    public var proposedPlaces: [Place] {
        places.values.filter { $0.state == .proposed }.sorted { $0.added < $1.added }
    }

    /// The spots that attract the position now, in the order in which they were added.
    public var liveSpots: [Spot] {
        spots.values.filter { !$0.isRemoved && isLive($0.floor) }.sorted { $0.added < $1.added }
    }

    /// The regions that are watched now, by name.
    public var liveRegions: [Region] {
        regions.values.filter { !$0.isRemoved }
            .sorted { ($0.definition.name, $0.id) < ($1.definition.name, $1.id) }
    }

    /// The walks whose samples do not count.
    public var abandonedWalks: Set<WalkID> { Set(walks.values.filter { !$0.counts }.map(\.id)) }

    /// Whether a floor was added and not removed.
    public func isLive(_ floor: FloorID) -> Bool { floors[floor].map { !$0.isRemoved } ?? false }

    /// The plans and pictures that an event names and that are not among those held, by hash.
    public func missingBlobs(held: Set<Digest>) -> [BlobReference] {
        blobs.filter { !held.contains($0.blob) }.sorted { ($0.blob, $0.byteCount) < ($1.blob, $1.byteCount) }
    }

    /// Every floor of that name among the live ones.
    public func floors(named name: String) -> Lookup<Floor> { Lookup(liveFloors.filter { $0.name == name }) }

    /// Every track of that name among the live ones.
    public func tracks(named name: String) -> Lookup<Track> { Lookup(liveTracks.filter { $0.name == name }) }

    /// Every slot of that label among the live ones.
    public func slots(labelled label: String) -> Lookup<Slot> { Lookup(liveSlots.filter { $0.label == label }) }

    /// The proximity UUIDs of all beacons that hang now: a phone can watch 20 of them at once.
    public var activeProximityUUIDs: Set<ProximityUUID> {
        Set(
            assignments.current.values.compactMap { id in
                if case .iBeacon(let uuid, _, _)? = assignments[id]?.identity.frame { uuid } else { nil }
            }
        )
    }
}

/// What a name stands for: names are for people, and two people may give the same one.
public enum Lookup<Thing: Sendable>: Sendable {
    case none
    case one(Thing)
    /// Several have this name: only an identifier tells them apart.
    case ambiguous([Thing])

    init(_ things: [Thing]) {
        self =
            switch things.count {
            case 0: .none
            case 1: .one(things[0])
            default: .ambiguous(things)
            }
    }

    /// The thing, where exactly one has the name.
    public var unique: Thing? { if case .one(let thing) = self { thing } else { nil } }
}
