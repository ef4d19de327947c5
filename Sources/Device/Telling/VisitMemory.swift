public import JSON
public import Positioning
public import Radio
public import Survey

/// What a visitor's device remembers between two runs: where it stands with regions and zones, and what was told.
public struct VisitMemory: Hashable, Sendable {
    public var nearest: NearestGuard.Memory
    public var regions: [RegionID: RegionState]
    public var zones: [PlaceID: ZoneState]
    /// When each place at a point was told last, milliseconds.
    public var told: [PlaceID: Int64]

    public init(
        nearest: NearestGuard.Memory = NearestGuard.Memory(),
        regions: [RegionID: RegionState] = [:],
        zones: [PlaceID: ZoneState] = [:],
        told: [PlaceID: Int64] = [:]
    ) {
        self.nearest = nearest
        self.regions = regions
        self.zones = zones
        self.told = told
    }

    /// What a document remembers; entries that make no sense are forgotten.
    public init(json: JSONValue) {
        self.init()
        nearest.levels = Self.table(json["levels"]) { value in
            guard let dBm = value["dBm"]?.double, let heardAt = value["t"]?.integer else { return nil }
            return NearestGuard.Level(dBm: dBm, heardAt: heardAt)
        }
        if let slot = json["candidate"]?["slot"]?.text.flatMap(SlotID.init),
            let since = json["candidate"]?["since"]?.integer
        {
            nearest.candidate = NearestGuard.Candidate(slot: slot, since: since)
        }
        nearest.told = Self.table(json["toldSlots"]) { $0.integer }
        nearest.latest = json["latest"]?.text.flatMap(SlotID.init)
        regions = Self.table(json["regions"]) { value -> RegionState? in
            guard let heard = value["heard"]?.integer else { return nil }
            guard let since = value["since"]?.integer else { return .inside(lastHeard: heard) }
            return .approaching(since: since, lastHeard: heard)
        }
        zones = Self.table(json["zones"]) { value -> ZoneState? in
            guard let since = value["since"]?.integer else { return .inside }
            return .approaching(since: since)
        }
        told = Self.table(json["toldPlaces"]) { $0.integer }
    }

    /// One object, from which ``init(json:)`` makes the same memory.
    public var json: JSONValue {
        let candidate = nearest.candidate.map { candidate -> JSONValue in
            ["since": .integer(candidate.since), "slot": .string("\(candidate.slot)")]
        }
        return [
            "candidate": candidate ?? .null,
            "latest": JSONValue(nearest.latest?.description),
            "levels": Self.object(nearest.levels) { ["dBm": .number($0.dBm), "t": .integer($0.heardAt)] },
            "regions": Self.object(regions) { state in
                switch state {
                case .approaching(let since, let heard): ["heard": .integer(heard), "since": .integer(since)]
                case .inside(let heard): ["heard": .integer(heard)]
                }
            },
            "toldPlaces": Self.object(told) { .integer($0) },
            "toldSlots": Self.object(nearest.told) { .integer($0) },
            "zones": Self.object(zones) { state in
                if case .approaching(let since) = state { ["since": .integer(since)] } else { [:] }
            },
        ]
    }

    private static func object<Subject, Value>(
        _ table: [Identifier<Subject>: Value],
        _ json: (Value) -> JSONValue
    ) -> JSONValue {
        .object(Dictionary(uniqueKeysWithValues: table.map { ($0.key.description, json($0.value)) }))
    }

    private static func table<Subject, Value>(
        _ json: JSONValue?,
        _ value: (JSONValue) -> Value?
    ) -> [Identifier<Subject>: Value] {
        var table: [Identifier<Subject>: Value] = [:]
        for (key, member) in json?.members ?? [:] {
            if let id = Identifier<Subject>(key), let value = value(member) { table[id] = value }
        }
        return table
    }
}
