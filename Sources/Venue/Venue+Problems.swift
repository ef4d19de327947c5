internal import Survey

extension Venue {
    /// Every event that is not applied, and why, by position.
    ///
    /// Those that wait for something vanish from here by themselves when it arrives.
    public var problems: [Problem] {
        var problems = Array(refused.values)
        for (entity, file) in files { problems += self.problems(of: entity, file) }
        for claim in observed {
            guard case .beaconObserved(let event) = claim.content, walks[event.walk] == nil else { continue }
            problems.append(Problem(claim, .waits(for: .walk(event.walk))))
        }
        let kinds = Dictionary(
            ledger.map { ($0.stamp.event, $0.content.kind) },
            uniquingKeysWith: { first, _ in first }
        )
        problems += assignments.problems.map { problem in
            Problem(problem.stamp, kind: kinds[problem.stamp.event]?.rawValue ?? 0, reason: problem.reason)
        }
        var told: Set<Problem> = []
        return problems.filter { told.insert($0).inserted }.sorted { left, right in
            if left.position != right.position { return left.position < right.position }
            return left.reason.description < right.reason.description  // several about one event: rare
        }
    }

    private func problems(of entity: Entity, _ file: ThingFile) -> [Problem] {
        var problems = file.creations.dropFirst().map { Problem($0, .alreadyExists(entity)) }
        if entity.needsCreation, file.creation == nil {
            problems += (file.edits + file.removals).map { Problem($0, .waits(for: entity)) }
            return problems
        }
        if let first = file.removals.first {
            problems += file.edits.filter { edit in file.removals.contains { edit.stamp.knew($0.stamp) } }
                .map { Problem($0, .removed(entity)) }
            problems += file.removals.filter { $0.stamp.knew(first.stamp) }.map { Problem($0, .removed(entity)) }
        }
        for claim in file.creations.prefix(1) + file.edits {
            if let missing = claim.content.references.first(where: { !isKnown($0) }) {
                problems.append(Problem(claim, .waits(for: missing)))
            }
        }
        switch entity {
        case .place:
            guard case .placeAdded? = file.creation?.content else { break }
            problems += file.writes(.approval).map { Problem($0, .notProposed) }
        case .walk:
            guard let end = file.latest(.ending) else { break }
            problems += file.writes(.recording).filter { end.stamp < $0.stamp }.map { Problem($0, .ended) }
        default: break
        }
        return problems
    }

    /// Whether a thing was created, and its creation has arrived.
    public func isKnown(_ entity: Entity) -> Bool {
        switch entity {
        case .assignment(let id): assignments[id] != nil
        default: !entity.needsCreation || files[entity]?.creation != nil
        }
    }
}

extension Problem {
    fileprivate init(_ claim: Claim, _ reason: Reason) {
        self.init(claim.stamp, kind: claim.content.kind.rawValue, reason: reason)
    }
}

extension SurveyEvent {
    /// The other things that the event builds on; the ledger looks after its own.
    var references: [Entity] {
        switch self {
        case .trackDrawn(let event): [.floor(event.floor)]
        case .connectorAdded(let event): event.landings.map { .floor($0.floor) }
        case .slotCreated(let event): event.floor.map { [.floor($0)] } ?? []
        case .slotMoved(let event): event.floor.map { [.floor($0)] } ?? []
        case .walkStarted(let event): event.track.map { [.track($0)] } ?? []
        case .placeAdded(let event): event.content.location.references
        case .placeProposed(let event): event.content.location.references
        case .placeEdited(let event): event.content.location.references
        case .spotAdded(let event): [.floor(event.floor)]
        default: []
        }
    }
}

extension PlaceLocation {
    fileprivate var references: [Entity] {
        switch self {
        case .point(let floor, _): [.floor(floor)]
        case .slot(let slot): [.slot(slot)]
        case .geographic: []
        }
    }
}
