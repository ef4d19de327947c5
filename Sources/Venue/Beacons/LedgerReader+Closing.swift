internal import Survey

extension LedgerReader {
    /// Ends every assignment at the earliest act that ended it: what is gone is gone.
    mutating func closeAll() {
        for id in understood where !isVoid(id) { closeWhatItReplaced(id) }
        for (id, decisions) in verdicts where !isVoid(id) {
            guard let verdict = decisions.last, !verdict.isWinner, let winner = drafts[verdict.winner] else { continue }
            close(id, at: winner.from)
        }
        var retirements: [AssignmentID: [Stamp]] = [:]
        for claim in claims {
            guard case .beaconRetired(let event) = claim.content else { continue }
            guard isApplied(event.assignment, for: claim.stamp) else { continue }
            close(event.assignment, at: event.effectiveAge.moment(ofActAt: claim.stamp.occurredAt))
            retirements[event.assignment, default: []].append(claim.stamp)
        }
        disputeRetirements(retirements)
    }

    private mutating func closeWhatItReplaced(_ id: AssignmentID) {
        guard let draft = drafts[id], let opening = openings[id] else { return }
        switch opening.act {
        case .registered, .moved: break
        case .replaced, .reconfigured:
            if let replaced = draft.replaced { close(replaced, at: draft.from) }
        case .swapped(_, let replaced, let beacon, let age):
            // Either half alone says that neither beacon hangs where it was any more.
            let moment = age.moment(ofActAt: opening.stamp.occurredAt)
            for old in [replaced, beacon] {
                if let old = standIn(for: old) { close(old, at: moment) }
            }
        }
    }

    /// Ends an assignment at a moment, never before its own start.
    private mutating func close(_ id: AssignmentID, at moment: Timestamp) {
        guard let draft = drafts[id] else { return }
        drafts[id]?.to = min(draft.to, max(moment, draft.from))
    }

    /// Whether an act on an assignment applies; reports why not.
    mutating func isApplied(_ id: AssignmentID, for stamp: Stamp) -> Bool {
        if drafts[id] == nil {
            report(stamp, .waits(for: .assignment(id)))
            return false
        }
        if isVoid(id) {
            report(stamp, .neverHappened(.assignment(id)))
            return false
        }
        return true
    }

    /// Lists beacons that somebody took down for good while somebody else hung another in their place.
    private mutating func disputeRetirements(_ retirements: [AssignmentID: [Stamp]]) {
        for id in understood where !isVoid(id) {
            guard let draft = drafts[id], draft.isOpen, verdicts[id] == nil else { continue }
            guard let replaced = draft.replaced, let stamps = retirements[replaced] else { continue }
            if stamps.contains(where: { !$0.knew(draft.opened) && !draft.opened.knew($0) }) {
                disputes.append(.retiredWhileReplaced(replaced, successor: id))
            }
        }
    }

    /// Lets a later registration of an identity end earlier ones that it overlaps, in whichever slot.
    ///
    /// - Returns: what was ended so, and the assignment that ended it.
    mutating func settleDoubleBookings() -> [AssignmentID: AssignmentID] {
        var groups: [BeaconIdentity: [AssignmentID]] = [:]
        for id in order where !isVoid(id) {
            guard let draft = drafts[id], draft.from < draft.to else { continue }
            guard let key = draft.identity.key(under: policy) else {
                report(draft.opened, .cannotBeToldApart(draft.identity, policy))
                continue
            }
            groups[key, default: []].append(id)
        }
        var ended: [AssignmentID: AssignmentID] = [:]
        for group in groups.values where group.count > 1 {
            var taken = TakenTime()
            for id in group.reversed() {  // from the latest act back: each keeps the time that no later one takes
                guard let draft = drafts[id] else { continue }
                if let (start, taker) = taken.first(from: draft.from, to: draft.to) {
                    drafts[id]?.to = start
                    ended[id] = taker
                }
                taken.take(from: draft.from, to: draft.to, by: id)
            }
        }
        return ended
    }
}

/// Disjoint stretches of time and who took each, sorted.
private struct TakenTime {
    private var pieces: [(from: Timestamp, to: Timestamp, taker: AssignmentID)] = []

    /// The first moment of a stretch that is taken, and by whom.
    func first(from: Timestamp, to: Timestamp) -> (Timestamp, AssignmentID)? {
        let index = firstPiece(endingAfter: from)
        guard index < pieces.count, pieces[index].from < to else { return nil }
        return (max(from, pieces[index].from), pieces[index].taker)
    }

    /// Takes what is still free of a stretch.
    mutating func take(from: Timestamp, to: Timestamp, by taker: AssignmentID) {
        var index = firstPiece(endingAfter: from)
        var start = from
        while start < to {
            let next = index < pieces.count ? pieces[index].from : to
            if start < min(next, to) {
                pieces.insert((start, min(next, to), taker), at: index)
                index += 1
            }
            guard index < pieces.count else { break }
            start = max(start, pieces[index].to)
            index += 1
        }
    }

    private func firstPiece(endingAfter moment: Timestamp) -> Int {
        var (low, high) = (0, pieces.count)
        while low < high {
            let middle = (low + high) / 2
            if pieces[middle].to <= moment { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
