public import Survey

extension Venue {
    /// What people call a thing: its noun and its name, or the start of its identifier where it has none.
    public func name(of entity: Entity) -> String {
        switch entity {
        case .project: name.map { "project “\($0)”" } ?? "project"
        case .floor(let id): floors[id].map { "floor “\($0.name)”" } ?? "\(entity)"
        case .track(let id): tracks[id].map { "track “\($0.name)”" } ?? "\(entity)"
        case .slot(let id): slots[id].map { "slot “\($0.label)”" } ?? "\(entity)"
        case .assignment(let id): assignments[id].map { "beacon \($0.identity)" } ?? "\(entity)"
        case .place(let id): places[id].map { "place “\($0.content.title)”" } ?? "\(entity)"
        case .spot(let id): spots[id]?.name.map { "spot “\($0)”" } ?? "\(entity)"
        case .region(let id): regions[id].map { "region “\($0.definition.name)”" } ?? "\(entity)"
        case .connector(let id): connectors[id].map { label(of: $0) } ?? "\(entity)"
        case .walk, .scanPolicy, .identityPolicy: "\(entity)"
        }
    }

    /// What people call a way between floors: its kind and the floors that it joins, lowest first.
    public func label(of connector: Connector) -> String {
        label(of: connector.kind, between: connector.landings.map(\.floor))
    }

    /// What people call a way of this kind between these floors.
    public func label(of kind: ConnectorKind, between floors: [FloorID]) -> String {
        let known = Set(floors).compactMap { self.floors[$0] }.sorted { ($0.ordinal, $0.name) < ($1.ordinal, $1.name) }
        return "\(kind.noun) \(known.map(\.name).joined(separator: "–"))"
    }

    /// A conflict in one or two sentences: what happened, what holds, and what to do.
    public func words(for conflict: Conflict) -> String {
        let subject = name(of: conflict.subject)
        func beacon(_ id: AssignmentID) -> String { name(of: .assignment(id)) }
        switch conflict.kind {
        case .field(let field):
            let agents = Set(conflict.claims.map(\.agent)).count
            return "The \(field.noun) of \(subject) was set \(conflict.claims.count) times by \(agents) "
                + "\(agents == 1 ? "agent" : "agents") without knowledge of each other; the latest holds. "
                + "Set it once more to settle it."
        case .removedWhileEdited:
            return "The \(subject) was removed while somebody edited it; it is removed. Remove it again to settle it, "
                + "or add it anew."
        case .contestedSlot(let current, let contested):
            let others = contested.map(beacon).joined(separator: ", ")
            let holds = current.map { "\(beacon($0)) is taken as hanging there" } ?? "the slot is masked"
            return "Several beacons were hung in \(subject) without knowledge of each other: \(holds), contested by "
                + "\(others). Look, and resolve the conflict."
        case .doubleBooking(let closed, let later):
            let elsewhere = assignments[later].map { name(of: .slot($0.slot)) } ?? "elsewhere"
            return "The \(beacon(closed)) of \(subject) was registered again in \(elsewhere), so \(subject) has none. "
                + "Look where it hangs, and resolve the conflict."
        case .retiredWhileReplaced(let old, let successor):
            return
                "The \(beacon(old)) of \(subject) was retired by somebody who did not know that \(beacon(successor)) "
                + "took its place; the new one is taken as hanging there. Look, and resolve the conflict or retire it."
        case .contraryDecisions(let assignment):
            return "Two decisions about \(beacon(assignment)) in \(subject) contradict each other; the latest holds. "
                + "Resolve the conflict once more to settle it."
        }
    }

    /// A problem in one sentence, with what the event was.
    public func words(for problem: Problem) -> String {
        let kind = EventKind(rawValue: problem.kind)?.name ?? "event of kind \(problem.kind)"
        return "\(kind): \(problem.reason)"
    }
}

extension ConnectorKind {
    /// What people call it.
    public var noun: String {
        switch self {
        case .stairs: "stairs"
        case .lift: "lift"
        case .escalator: "escalator"
        }
    }
}

extension Field {
    /// What people call it.
    public var noun: String {
        switch self {
        case .name: "name"
        case .plan: "plan"
        case .calibration: "calibration"
        case .course: "course"
        case .position: "position"
        case .content: "content"
        case .approval: "approval"
        case .definition: "definition"
        case .recording: "recording"
        case .ending: "ending"
        }
    }
}
