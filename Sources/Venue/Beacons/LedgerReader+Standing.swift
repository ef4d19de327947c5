internal import Survey

extension LedgerReader {
    /// Which assignment each slot has now, and what is still open besides it.
    struct Standings {
        /// The assignment of each slot that the latest act speaks for, open or not.
        var tops: [SlotID: Int] = [:]
        var current: [SlotID: Int] = [:]
        var disputes: [LedgerDispute] = []
    }

    /// Decides the standing of every assignment: of several in one slot, that of the latest act is the slot's.
    ///
    /// An open one besides it was hung by somebody who did not know of the other: it is contested. Where the latest is
    /// itself closed (retired, say), the slot has none: it is masked, whatever is contested.
    mutating func settleStandings() -> Standings {
        var standings = Standings()
        var open: [SlotID: [Int]] = [:]
        for number in openings.indices where !isVoid[number] {
            guard let slot = drafts[number]?.slot else { continue }
            if drafts[number]?.isOpen == true { open[slot, default: []].append(number) }
            if let top = standings.tops[slot], rank(of: number) < rank(of: top) { continue }
            standings.tops[slot] = number
        }
        for (slot, numbers) in open {
            var contested: [Int] = []
            for number in numbers {
                if standings.tops[slot] == number {
                    drafts[number]?.standing = .current
                    standings.current[slot] = number
                } else {
                    drafts[number]?.standing = .contested
                    contested.append(number)
                }
            }
            if contested.isEmpty { continue }
            let latestFirst = contested.sorted { rank(of: $0) > rank(of: $1) }.map { openings[$0].id }
            let current = standings.current[slot].map { openings[$0].id }
            standings.disputes.append(.contest(slot: slot, current: current, contested: latestFirst))
        }
        return standings
    }

    /// The act that speaks for an assignment: the one that opened it, or the later one that declared it the winner.
    private func rank(of number: Int) -> Stamp {
        let opened = openings[number].stamp
        guard let verdict = verdicts[number]?.last, verdict.disposition == nil else { return opened }
        return max(opened, verdict.stamp)
    }

    /// Lists assignments about which people decided differently without knowing of each other.
    mutating func disputeVerdicts() {
        for (number, decisions) in verdicts {
            let open = decisions.filter { decision in !decisions.contains { $0.stamp.knew(decision.stamp) } }
            if Set(open.map(\.disposition)).count > 1 {
                disputes.append(.verdicts(openings[number].id, decisions: open.map(\.stamp)))
            }
        }
    }

    /// How loud every assignment is beside its slot's reference.
    ///
    /// The reference is the slot's first assignment in its current epoch: the one its prints were first taken under.
    mutating func settleOffsets() {
        var verifications: [Int: [(stamp: Stamp, result: OffsetVerified)]] = [:]
        var batteries: [Int: [(stamp: Stamp, capacity: UInt32?)]] = [:]
        for claim in claims {
            switch claim.content {
            case .offsetVerified(let event):
                guard let number = applied(event.assignment, for: claim.stamp) else { continue }
                verifications[number, default: []].append((claim.stamp, event))
            case .batteryReplaced(let event):
                guard let number = applied(event.assignment, for: claim.stamp) else { continue }
                batteries[number, default: []].append((claim.stamp, event.batteryCapacity))
            default: break
            }
        }
        let references = references()
        for number in understood where !isVoid[number] {
            guard let slot = drafts[number]?.slot, let epoch = slots[slot]?.epochs.last?.from else { continue }
            // A walk from before the mount was moved measured against prints that no longer count.
            let valid = (verifications[number] ?? []).filter { $0.stamp.occurredAt >= epoch }
            let verified = valid.last { $0.result.verdict == .verified }
            let fresh = (batteries[number] ?? []).filter { battery in verified.map { $0.stamp < battery.stamp } ?? true
            }
            .count
            var offset = priorOffset(of: number, beside: references[slot])
            if references[slot] != number, let verified {
                let isOverruled = valid.last?.result.verdict == .rejected
                offset =
                    isOverruled
                    ? offset.with(deviation: SignalOffset.unknownDeviation) : SignalOffset(verified.result)
            }
            if drafts[number]?.standing == .contested {
                offset = offset.with(deviation: SignalOffset.unknownDeviation)
            }
            drafts[number]?.freshBatteries = fresh
            if case .reconfigured = openings[number].act, let old = drafts[number]?.replaced.flatMap({ numbers[$0] }),
                let since = drafts[old]?.batterySince
            {
                drafts[number]?.batterySince = since  // the same beacon with the same battery
                if let capacity = drafts[old]?.batteryCapacity { drafts[number]?.batteryCapacity = capacity }
            }
            if let battery = batteries[number]?.last {
                drafts[number]?.batterySince = battery.stamp.occurredAt
                if let capacity = battery.capacity { drafts[number]?.batteryCapacity = capacity }
            }
            drafts[number]?.verification = verifications[number]?.last?.result
            drafts[number]?.offset = offset.with(
                deviation: offset.deviation + Double(fresh) * SignalOffset.freshBatteryDeviation
            )
        }
    }

    /// What is believed of an assignment before anybody walked.
    private func priorOffset(of number: Int, beside reference: Int?) -> SignalOffset {
        if reference == number { return .reference }
        let radio = drafts[number]?.radio ?? RadioSettings()
        if case .reconfigured = openings[number].act, let old = drafts[number]?.replaced.flatMap({ numbers[$0] }),
            let offset = drafts[old]?.offset, drafts[old]?.radio.isAsLoud(as: radio) == true
        {
            return offset  // the same beacon, as loud as before
        }
        let usual = reference.flatMap { drafts[$0]?.radio } ?? RadioSettings()
        return .prior(of: radio, beside: usual)
    }

    private func references() -> [SlotID: Int] {
        var references: [SlotID: Int] = [:]
        for number in openings.indices where !isVoid[number] {
            guard let slot = drafts[number]?.slot, drafts[number]?.isEmpty == false,
                let epoch = slots[slot]?.epochs.last?.from, let from = drafts[number]?.from,
                let to = drafts[number]?.to, to > epoch
            else { continue }
            if let known = references[slot], let start = drafts[known]?.from,
                (start, openings[known].stamp) < (from, openings[number].stamp)
            {
                continue
            }
            references[slot] = number
        }
        return references
    }
}
