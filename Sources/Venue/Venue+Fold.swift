public import Survey

extension Venue {
    /// Applies a batch of stored events, in whatever order, and reads once what they changed.
    ///
    /// Scans, duplicates and events that were applied before change nothing; what cannot be applied becomes a problem.
    public mutating func apply(_ events: some Sequence<CommittedEvent>, decodedBy coding: some PayloadCoding) {
        var changes = Changes()
        for event in events where event.envelope.lane == .structure {
            let envelope = event.envelope
            let payload = coding.decode(
                kind: envelope.kind,
                schemaVersion: envelope.schemaVersion,
                payload: envelope.payload
            )
            file(event, payload, &changes)
        }
        read(changes)
    }

    /// Applies a batch of stored events whose payloads were decoded before.
    public mutating func apply(_ events: some Sequence<(CommittedEvent, DecodedPayload)>) {
        var changes = Changes()
        for (event, payload) in events { file(event, payload, &changes) }
        read(changes)
    }

    /// Applies one stored event; a batch at once is cheaper.
    public mutating func apply(_ event: CommittedEvent, _ payload: DecodedPayload) {
        apply(CollectionOfOne((event, payload)))
    }

    // MARK: Filing

    private mutating func file(_ event: CommittedEvent, _ payload: DecodedPayload, _ changes: inout Changes) {
        position = max(position, event.commitment.position)
        guard !event.commitment.isDuplicate, event.envelope.lane == .structure else { return }
        let stamp = Stamp(event)
        if let known = stamps[stamp.event], known <= stamp { return }
        let isEarlierCopy = stamps.updateValue(stamp, forKey: stamp.event) != nil
        switch payload {
        case .unknown(_, let schemaVersion):
            refuse(event, stamp, .unknownKind(schemaVersion: schemaVersion))
        case .malformed(let reason):
            refuse(event, stamp, .malformed(reason))
        case .event(let content):
            if case .projectCreated(let created) = content, created.project != id {
                return refuse(event, stamp, .otherProject)
            }
            if isEarlierCopy { withdraw(stamp.event, content) }
            file(Claim(stamp: stamp, content: content), &changes)
        }
    }

    private mutating func refuse(_ event: CommittedEvent, _ stamp: Stamp, _ reason: Problem.Reason) {
        refused[stamp.event] = Problem(stamp, kind: event.envelope.kind, reason: reason)
    }

    private mutating func file(_ claim: Claim, _ changes: inout Changes) {
        blobs.formUnion(claim.content.blobs)
        switch claim.content.filing {
        case .thing(let entity, let role):
            files[entity, default: ThingFile()].file(claim, as: role)
            changes.things.insert(entity)
            if role == .edit(.calibration) { changes.movesCoordinates = true }
        case .beacon:
            ledger.file(claim)
            changes.touchesLedger = true
        case .observation:
            observed.file(claim)
            changes.touchesObservations = true
        case .none: break
        }
    }

    /// Takes a copy back, of which an earlier one has now arrived.
    private mutating func withdraw(_ event: Digest, _ content: SurveyEvent) {
        switch content.filing {
        case .thing(let entity, let role): files[entity]?.withdraw(event, as: role)
        case .beacon: ledger.withdraw(event)
        case .observation: observed.withdraw(event)
        case .none: break
        }
    }

    // MARK: Reading

    private mutating func read(_ changes: Changes) {
        for entity in changes.things {
            if case .floor(let id) = entity { floors[id] = files[entity].flatMap { Floor(id, $0) } }
        }
        // A floor's new frame, or a floor that arrives after what lies on it, moves every coordinate there.
        let hasFloors = changes.things.contains { if case .floor = $0 { true } else { false } }
        let movesEverything = changes.movesCoordinates || hasFloors
        for entity in movesEverything ? Set(files.keys) : changes.things { read(entity) }
        let touchesSlots = changes.things.contains { if case .slot = $0 { true } else { false } }
        if changes.touchesLedger || touchesSlots || changes.things.contains(.identityPolicy) {
            var reader = LedgerReader(claims: ledger, slots: slots, policy: identityPolicy)
            assignments = reader.read()
        }
        if changes.touchesObservations { readObservations() }
    }

    private mutating func read(_ entity: Entity) {
        guard let file = files[entity] else { return }
        let frames = { (floor: FloorID) in self.frames(of: floor) }
        switch entity {
        case .project: readName(file)
        case .floor: break  // read first
        case .track(let id): tracks[id] = Track(id, file, frames: frames)
        case .connector(let id): connectors[id] = Connector(id, file, frames: frames)
        case .slot(let id): slots[id] = Slot(id, file, frames: frames)
        case .assignment: preconditionFailure("Assignments are filed in the ledger.")
        case .walk(let id): walks[id] = Walk(id, file)
        case .place(let id): places[id] = Place(id, file, frames: frames)
        case .spot(let id): spots[id] = Spot(id, file, frames: frames)
        case .region(let id): regions[id] = Region(id, file)
        case .scanPolicy:
            if case .scanPolicySet(let policy)? = file.latest(.definition)?.content { scanPolicy = policy }
        case .identityPolicy:
            if case .identityPolicySet(let set)? = file.latest(.definition)?.content { identityPolicy = set.policy }
        }
    }

    private mutating func readName(_ file: ThingFile) {
        guard case .projectCreated(let created)? = file.creation?.content else { return }
        name =
            if case .projectRenamed(let renamed)? = file.latest(.name)?.content { renamed.name } else { created.name }
    }

    private mutating func readObservations() {
        for claim in observed {  // earliest first: the latest stays
            guard case .beaconObserved(let content) = claim.content else { continue }
            observations[content.identity] = Observation(content: content, occurredAt: claim.stamp.occurredAt)
        }
    }

    /// What a batch touched.
    private struct Changes {
        var things: Set<Entity> = []
        var movesCoordinates = false
        var touchesLedger = false
        var touchesObservations = false
    }
}

extension Problem {
    init(_ stamp: Stamp, kind: UInt16, reason: Reason) {
        event = stamp.event
        position = stamp.position
        agent = stamp.stream.agent
        occurredAt = stamp.occurredAt
        self.kind = kind
        self.reason = reason
    }
}

extension SurveyEvent {
    /// The plans and pictures that the event names.
    fileprivate var blobs: [BlobReference] {
        switch self {
        case .floorPlanAttached(let event):
            [BlobReference(blob: event.blob, byteCount: event.byteCount, mediaType: event.mediaType)]
        case .placeAdded(let event): event.content.pictures
        case .placeProposed(let event): event.content.pictures
        case .placeEdited(let event): event.content.pictures
        default: []
        }
    }
}
