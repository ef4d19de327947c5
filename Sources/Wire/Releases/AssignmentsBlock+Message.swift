import CPharosSchema
import Fingerprints
import Survey

extension AssignmentsBlock: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__AssignmentsBlock>?) -> Void {
        pharos__assignments_block__init
    }

    func write(to raw: inout Pharos__AssignmentsBlock, in arena: borrowing Arena) {
        (raw.n_entries, raw.entries) = (entries.count, arena.parts(entries))
    }

    init(_ raw: Pharos__AssignmentsBlock) throws(MalformedMessage) {
        self.init(entries: try repeated(raw.n_entries, raw.entries))
    }
}

extension AssignmentEntry: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__AssignmentsBlock__Entry>?) -> Void {
        pharos__assignments_block__entry__init
    }

    func write(to raw: inout Pharos__AssignmentsBlock__Entry, in arena: borrowing Arena) {
        raw.slot = arena.data(slot)
        raw.occupant = arena.part(occupant)
    }

    init(_ raw: Pharos__AssignmentsBlock__Entry) throws(MalformedMessage) {
        self.init(slot: try raw.slot.identifier("slot"), occupant: try required(raw.occupant, "occupant"))
    }
}

extension AssignmentEntry.Occupant: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__Occupant>?) -> Void { pharos__occupant__init }

    func write(to raw: inout Pharos__Occupant, in arena: borrowing Arena) {
        raw.identity = arena.data(identity)
        raw.offset = Int32(offset)
        raw.offset_deviation = UInt32(offsetDeviation)
        if isContested { (raw.has_is_contested, raw.is_contested) = (1, 1) }
    }

    init(_ raw: Pharos__Occupant) throws(MalformedMessage) {
        self.init(
            identity: try raw.identity.identity("identity"),
            offset: try narrowed(raw.offset, "offset"),
            offsetDeviation: try narrowed(raw.offset_deviation, "offset_deviation"),
            isContested: raw.has_is_contested != 0 && raw.is_contested != 0
        )
    }
}

extension PolicyBlock: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__PolicyBlock>?) -> Void { pharos__policy_block__init }

    func write(to raw: inout Pharos__PolicyBlock, in arena: borrowing Arena) {
        raw.identities = Pharos__IdentityPolicy(rawValue: UInt32(identities.rawValue))
        (raw.n_regions, raw.regions) = (regions.count, arena.parts(regions))
        (raw.n_spots, raw.spots) = (spots.count, arena.parts(spots))
        if let scanPolicy { raw.scan_policy = arena.part(scanPolicy) }
        if let matching { raw.matching = arena.part(matching) }
    }

    init(_ raw: Pharos__PolicyBlock) throws(MalformedMessage) {
        self.init(
            identities: try known(raw.identities.rawValue, "identities"),
            regions: try repeated(raw.n_regions, raw.regions),
            spots: try repeated(raw.n_spots, raw.spots),
            scanPolicy: try optional(raw.scan_policy),
            matching: try optional(raw.matching)
        )
    }
}

extension MatchingChoice: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__MatchingChoice>?) -> Void {
        pharos__matching_choice__init
    }

    func write(to raw: inout Pharos__MatchingChoice, in arena: borrowing Arena) {
        raw.metric = arena.data(metric)
        raw.neighbours = neighbours
        raw.expected_error = expectedError
        raw.accuracy_factor = accuracyFactor
        if rangingShare > 0 { (raw.has_ranging_share, raw.ranging_share) = (1, rangingShare) }
        if let mapFactor { (raw.has_map_factor, raw.map_factor) = (1, mapFactor) }
    }

    init(_ raw: Pharos__MatchingChoice) throws(MalformedMessage) {
        self.init(
            metric: try raw.metric.text("metric"),
            neighbours: raw.neighbours,
            expectedError: raw.expected_error,
            accuracyFactor: raw.accuracy_factor,
            rangingShare: raw.has_ranging_share != 0 ? raw.ranging_share : 0,
            mapFactor: raw.has_map_factor != 0 ? raw.map_factor : nil
        )
    }
}
