public import Survey

extension Venue {
    /// SHA-256 of the venue's state in one canonical form: equal on every replica that holds the same events.
    ///
    /// It covers what is so, not where it stands in the log: with their times given, the order of arrival of the events
    /// does not change it. Digests of different projector versions are not compared.
    public func digest(with hashing: some Hashing) -> Digest { hashing.sha256(canonicalBytes) }

    /// The state as bytes, sorted.
    ///
    /// What things say is represented by the hashes of the events that say it; what the fold worked out, by value.
    var canonicalBytes: [UInt8] {
        precondition(!isOptimistic, "An optimistic view is in no digest.")
        var bytes = CanonicalBytes()
        bytes.add(Array("pharos venue".utf8))
        bytes.add(Self.projectorVersion)
        bytes.add(id)
        bytes.add(section: files.filter { !$0.value.isPending(as: $0.key) }) { bytes, entity, file in
            bytes.add(entity)
            file.add(to: &bytes)
        }
        for slot in slots.values.sorted(by: { $0.id < $1.id }) {
            bytes.add(slot.id)
            bytes.add(UInt64(slot.epochs.count))
            for epoch in slot.epochs { bytes.add(epoch.from.milliseconds) }
        }
        for assignment in assignments.assignments.values.sorted(by: { $0.id < $1.id }) { bytes.add(assignment) }
        addObservations(to: &bytes)
        for conflict in conflicts {
            bytes.add(conflict.subject)
            bytes.add(Array(conflict.kind.sortKey.utf8))
            for claim in conflict.claims {
                bytes.add(claim.stamp.event)
                bytes.add(claim.holds ? 1 : 0 as UInt8)
            }
        }
        let problems = problems.map { (event: $0.event, kind: $0.kind, reason: "\($0.reason)") }
        for problem in problems.sorted(by: { ($0.event, $0.reason) < ($1.event, $1.reason) }) {
            bytes.add(problem.event)
            bytes.add(problem.kind)
            bytes.add(Array(problem.reason.utf8))
        }
        return bytes.bytes
    }

    private func addObservations(to bytes: inout CanonicalBytes) {
        var latest: [BeaconIdentity: Digest] = [:]
        for claim in observed {
            if case .beaconObserved(let event) = claim.content { latest[event.identity] = claim.stamp.event }
        }
        let sorted = latest.map { ($0.key.bytes, $0.value) }.sorted { $0.0.lexicographicallyPrecedes($1.0) }
        for (identity, event) in sorted {
            bytes.add(identity)
            bytes.add(event)
        }
    }
}

/// Bytes with one way to write each thing: big-endian, and a length before whatever varies.
private struct CanonicalBytes {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ value: some FixedWidthInteger) { bytes.append(bigEndian: value) }

    mutating func add(_ value: Double) { add(value.bitPattern) }

    mutating func add(_ digest: Digest) { digest.append(to: &bytes) }

    mutating func add<Subject>(_ id: Identifier<Subject>) {
        add(id.high)
        add(id.low)
    }

    mutating func add(_ entity: Entity) {
        add(entity.key.kind)
        add(entity.key.high)
        add(entity.key.low)
    }

    mutating func add(_ content: [UInt8]) {
        add(UInt64(content.count))
        bytes += content
    }

    /// Adds 0, or 1 and what is there.
    mutating func add<Value>(_ value: Value?, _ write: (inout CanonicalBytes, Value) -> Void) {
        add(value == nil ? 0 : 1 as UInt8)
        if let value { write(&self, value) }
    }

    mutating func add(_ assignment: Assignment) {
        add(assignment.id)
        add(assignment.slot)
        add(assignment.identity.bytes)
        add(assignment.from.milliseconds)
        add(assignment.to.milliseconds)
        add(assignment.origin.kind.rawValue)
        add(assignment.replaced) { $0.add($1) }
        add(assignment.radio.measuredPower) { $0.add($1) }
        add(assignment.radio.transmitPower) { $0.add($1) }
        add(assignment.radio.advertisingInterval) { $0.add($1) }
        add(assignment.opened.event)
        add(UInt64(assignment.freshBatteries))
        add(assignment.verification?.offset) { $0.add($1) }
        add(assignment.verification?.verdict.rawValue) { $0.add($1) }
        add(assignment.offset.level)
        add(assignment.offset.deviation)
        add(assignment.offset.source.rawValue)
        switch assignment.standing {
        case .current: add(1 as UInt8)
        case .past: add(2 as UInt8)
        case .contested: add(3 as UInt8)
        }
    }

    mutating func add(
        section: [Entity: ThingFile],
        _ write: (inout CanonicalBytes, Entity, ThingFile) -> Void
    ) {
        add(UInt64(section.count))
        for (entity, file) in section.sorted(by: { $0.key < $1.key }) { write(&self, entity, file) }
    }
}

extension ThingFile {
    /// Whether the thing waits for its creation: then its claims are problems, not state.
    fileprivate func isPending(as entity: Entity) -> Bool { entity.needsCreation && creation == nil }

    /// The hashes of the events that hold; of fields whose whole history counts, all of them.
    fileprivate func add(to bytes: inout CanonicalBytes) {
        bytes.add(creation?.stamp.event) { $0.add($1) }
        for field in Field.allCases {
            let writes = writes(field)
            let counting = field.hasHistory ? writes[...] : writes.suffix(1)
            bytes.add(UInt64(counting.count))
            for claim in counting { bytes.add(claim.stamp.event) }
        }
        bytes.add(removals.first?.stamp.event) { $0.add($1) }
    }
}

extension Field {
    /// Whether not only the last write counts: frames build on one another, mounts and walks have a past.
    fileprivate var hasHistory: Bool { self == .calibration || self == .position || self == .recording }
}
