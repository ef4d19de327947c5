internal import Survey

extension LedgerReader {
    /// Which assignment each slot has now, and what is still open besides it.
    struct Contests {
        /// The assignment of each slot that the latest act opened, open or not.
        var tops: [SlotID: AssignmentID] = [:]
        var current: [SlotID: AssignmentID] = [:]
        var disputes: [LedgerDispute] = []
    }

    /// Decides the standing of every assignment: of several in one slot, that of the latest act is the slot's.
    ///
    /// An open one besides it was hung by somebody who did not know of the other: it is contested. Where the latest is
    /// itself closed (retired, say), the slot has none: it is masked, whatever is contested.
    mutating func settleStandings() -> Contests {
        var contests = Contests()
        var ranked: [SlotID: [(rank: Stamp, id: AssignmentID)]] = [:]
        for id in order where !isVoid(id) {
            guard let draft = drafts[id] else { continue }
            ranked[draft.slot, default: []].append((rank(of: draft), id))
        }
        for (slot, entries) in ranked {
            let latestFirst = entries.sorted { ($0.rank, $0.id) > ($1.rank, $1.id) }.map(\.id)
            let top = latestFirst[0]
            contests.tops[slot] = top
            if drafts[top]!.isOpen {
                drafts[top]!.standing = .current
                contests.current[slot] = top
            }
            let contested = latestFirst.dropFirst().filter { drafts[$0]!.isOpen }
            for id in contested { drafts[id]!.standing = .contested }
            if !contested.isEmpty {
                let current = contests.current[slot]
                contests.disputes.append(.contest(slot: slot, current: current, contested: Array(contested)))
            }
        }
        return contests
    }

    /// The act that speaks for an assignment: the one that opened it, or the later one that declared it the winner.
    private func rank(of draft: Assignment) -> Stamp {
        guard let verdict = verdicts[draft.id]?.last, verdict.isWinner else { return draft.opened }
        return max(draft.opened, verdict.stamp)
    }

    /// Assignments about which people decided differently without knowing of each other.
    var verdictDisputes: [LedgerDispute] {
        verdicts.compactMap { id, decisions in
            let answered = decisions.filter { decision in
                decisions.contains { $0.stamp.knew(decision.stamp) }
            }
            let open = decisions.filter { !answered.contains($0) }
            let opinions = Set(open.map { $0.isWinner ? nil : $0.disposition })
            return opinions.count > 1 ? .verdicts(id, decisions: open.map(\.stamp)) : nil
        }
    }

    /// How loud every assignment is beside its slot's reference.
    ///
    /// The reference is the slot's first assignment in its current epoch: the one its prints were first taken under.
    mutating func settleOffsets() {
        var verifications: [AssignmentID: [(Stamp, OffsetVerified)]] = [:]
        var batteries: [AssignmentID: [Stamp]] = [:]
        for claim in claims {
            switch claim.content {
            case .offsetVerified(let event) where isApplied(event.assignment, for: claim.stamp):
                verifications[event.assignment, default: []].append((claim.stamp, event))
            case .batteryReplaced(let event) where isApplied(event.assignment, for: claim.stamp):
                batteries[event.assignment, default: []].append(claim.stamp)
            default: break
            }
        }
        let references = references()
        for id in understood where !isVoid(id) {
            guard let draft = drafts[id] else { continue }
            let epoch = slots[draft.slot]?.epochs.last?.from ?? .distantPast
            // A walk from before the mount was moved measured against prints that no longer count.
            let valid = (verifications[id] ?? []).filter { $0.0.occurredAt >= epoch }
            let verified = valid.last { $0.1.verdict == .verified }
            let fresh = (batteries[id] ?? []).filter { battery in verified.map { $0.0 < battery } ?? true }.count
            drafts[id]!.freshBatteries = fresh
            drafts[id]!.verification = verifications[id]?.last?.1
            var offset = priorOffset(of: draft, references: references)
            if id != references[draft.slot], let verified {
                let isOverruled = valid.last.map { $0.1.verdict == .rejected } ?? false
                offset = isOverruled ? offset.with(deviation: SignalOffset.unknownDeviation) : SignalOffset(verified.1)
            }
            if drafts[id]!.standing == .contested { offset = offset.with(deviation: SignalOffset.unknownDeviation) }
            drafts[id]!.offset = offset.with(
                deviation: offset.deviation + Double(fresh) * SignalOffset.freshBatteryDeviation
            )
        }
    }

    /// What is believed of an assignment before anybody walked.
    private func priorOffset(of draft: Assignment, references: [SlotID: AssignmentID]) -> SignalOffset {
        if references[draft.slot] == draft.id { return .reference }
        if draft.origin == .reconfigured, let old = draft.replaced.flatMap({ drafts[$0] }),
            draft.radio.isAsLoud(as: old.radio)
        {
            return old.offset  // the same beacon, as loud as before
        }
        guard let reference = references[draft.slot].flatMap({ drafts[$0] }) else {
            return SignalOffset(level: 0, deviation: SignalOffset.unknownDeviation, source: .unknown)
        }
        return .prior(of: draft.radio, beside: reference.radio)
    }

    private func references() -> [SlotID: AssignmentID] {
        var references: [SlotID: AssignmentID] = [:]
        for id in order where !isVoid(id) {
            guard let draft = drafts[id], draft.from < draft.to, let epoch = slots[draft.slot]?.epochs.last?.from,
                draft.to > epoch
            else { continue }
            if let known = references[draft.slot].flatMap({ drafts[$0] }),
                (known.from, known.opened) < (draft.from, draft.opened)
            {
                continue
            }
            references[draft.slot] = id
        }
        return references
    }
}
