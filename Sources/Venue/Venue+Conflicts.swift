internal import Survey

extension Venue {
    /// What people should decide or look at, by subject; empty when everybody knew what they overrode.
    public var conflicts: [Conflict] {
        var conflicts: [Conflict] = []
        for (entity, file) in files {
            conflicts += fieldConflicts(of: entity, file)
            if let conflict = removalConflict(of: entity, file) { conflicts.append(conflict) }
        }
        for dispute in assignments.disputes { conflicts.append(conflict(dispute)) }
        return conflicts.sorted { ($0.subject, $0.kind.sortKey) < ($1.subject, $1.kind.sortKey) }
    }

    /// Fields that several wrote, none of whom had seen the other's write, with different content.
    private func fieldConflicts(of entity: Entity, _ file: ThingFile) -> [Conflict] {
        if file.edits.count < 2 || file.isRemoved || (entity.needsCreation && file.creation == nil) { return [] }
        return Field.allCases.filter(\.isContestable).compactMap { field in
            let writes = file.writes(field)
            let heads = writes.heads
            guard Set(heads.map(\.content)).count > 1 else { return nil }
            return Conflict(subject: entity, kind: .field(field), claims: heads.map { $0.side(of: writes.last) })
        }
    }

    /// Edits of a removed thing by authors who did not know, until somebody who has seen them removes it again.
    private func removalConflict(of entity: Entity, _ file: ThingFile) -> Conflict? {
        if case .walk = entity { return nil }  // a walk's own events cross its end without harm
        guard let removal = file.removals.first, file.creation != nil || !entity.needsCreation else { return nil }
        let unseen = file.edits.filter { edit in
            !file.removals.contains { $0.stamp.knew(edit.stamp) || edit.stamp.knew($0.stamp) }
        }
        if unseen.isEmpty { return nil }
        let sides = (unseen + [removal]).sorted { $0.stamp < $1.stamp }.map { $0.side(of: removal) }
        return Conflict(subject: entity, kind: .removedWhileEdited, claims: sides)
    }

    private func conflict(_ dispute: LedgerDispute) -> Conflict {
        switch dispute {
        case .contest(let slot, let current, let contested):
            Conflict(
                subject: .slot(slot),
                kind: .contestedSlot(current: current, contested: contested),
                claims: sides(contested + (current.map { [$0] } ?? []), holds: current)
            )
        case .doubleBooking(let closed, let later):
            Conflict(
                subject: .slot(assignments[closed]!.slot),
                kind: .doubleBooking(closed: closed, later: later),
                claims: sides([closed, later], holds: later)
            )
        case .retiredWhileReplaced(let old, let successor):
            Conflict(
                subject: .slot(assignments[successor]!.slot),
                kind: .retiredWhileReplaced(old, successor: successor),
                claims: sides([old, successor], holds: successor)
            )
        case .verdicts(let assignment, let decisions):
            Conflict(
                subject: assignments[assignment].map { .slot($0.slot) } ?? .assignment(assignment),
                kind: .contraryDecisions(assignment),
                claims: decisions.map {
                    Conflict.Contradiction(stamp: $0, kind: .conflictResolved, holds: $0 == decisions.last)
                }
            )
        }
    }

    /// The acts that opened some assignments, earliest first.
    private func sides(_ ids: [AssignmentID], holds: AssignmentID?) -> [Conflict.Contradiction] {
        ids.compactMap { assignments[$0] }.sorted { $0.opened < $1.opened }.map {
            Conflict.Contradiction(stamp: $0.opened, kind: $0.origin.kind, holds: $0.id == holds)
        }
    }
}

extension Claim {
    fileprivate func side(of winner: Claim?) -> Conflict.Contradiction {
        Conflict.Contradiction(stamp: stamp, kind: content.kind, holds: self == winner)
    }
}

extension Field {
    /// Whether two people may disagree about it; pauses and results of a walk are only noted.
    fileprivate var isContestable: Bool { self != .recording && self != .ending }
}

extension Assignment.Origin {
    /// The kind of event that opens such an assignment.
    var kind: EventKind {
        switch self {
        case .registered: .beaconRegistered
        case .replaced: .beaconReplaced
        case .reconfigured: .beaconReconfigured
        case .swapped: .beaconsSwapped
        case .moved: .conflictResolved
        }
    }
}

extension Conflict.Kind {
    /// A total order among the conflicts of one subject.
    var sortKey: String {
        switch self {
        case .field(let field): "1 \(field.rawValue)"
        case .removedWhileEdited: "2"
        case .contestedSlot: "3"
        case .doubleBooking(let closed, _): "4 \(closed)"
        case .retiredWhileReplaced(_, let successor): "5 \(successor)"
        case .contraryDecisions(let assignment): "6 \(assignment)"
        }
    }
}
