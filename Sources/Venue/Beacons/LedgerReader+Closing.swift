internal import Survey

extension LedgerReader {
    /// Ends every assignment at the earliest act that ended it: what is gone is gone.
    mutating func closeAll() {
        for number in understood where !isVoid[number] { closeWhatItReplaced(number) }
        for (number, decisions) in verdicts where !isVoid[number] {
            // Where the winner was reverted since, nobody took the loser down for it.
            guard let verdict = decisions.last, verdict.disposition != nil, !isVoid[verdict.winner],
                let moment = drafts[verdict.winner]?.from
            else { continue }
            close(number, at: moment)
        }
        var retirements: [Int: [Stamp]] = [:]
        for claim in claims {
            guard case .beaconRetired(let event) = claim.content else { continue }
            guard let number = applied(event.assignment, for: claim.stamp) else { continue }
            close(number, at: event.effectiveAge.moment(ofActAt: claim.stamp.occurredAt))
            retirements[number, default: []].append(claim.stamp)
        }
        disputeRetirements(retirements)
    }

    private mutating func closeWhatItReplaced(_ number: Int) {
        switch openings[number].act {
        case .registered, .moved: break
        case .replaced, .reconfigured:
            guard let moment = drafts[number]?.from, let old = drafts[number]?.replaced else { break }
            if let old = numbers[old] { close(old, at: moment) }
        case .swapped(_, let replaced, let beacon, let age):
            // Either half alone says that neither beacon hangs where it was any more.
            let moment = age.moment(ofActAt: openings[number].stamp.occurredAt)
            for old in [replaced, beacon] {
                if let old = numbers[old].flatMap({ standIn(for: $0) }) { close(old, at: moment) }
            }
        }
    }

    /// Ends an assignment at a moment, never before its own start.
    private mutating func close(_ number: Int, at moment: Timestamp) {
        guard let from = drafts[number]?.from, let to = drafts[number]?.to else { return }
        drafts[number]?.to = min(to, max(moment, from))
    }

    /// The number of an assignment on which an act applies; nil, with a problem, where it does not.
    mutating func applied(_ id: AssignmentID, for stamp: Stamp) -> Int? {
        guard let number = numbers[id], drafts[number] != nil else {
            report(stamp, .waits(for: .assignment(id)))
            return nil
        }
        if isVoid[number] {
            report(stamp, .neverHappened(.assignment(id)))
            return nil
        }
        return number
    }

    /// Lists beacons that somebody took down for good while somebody else hung another in their place.
    private mutating func disputeRetirements(_ retirements: [Int: [Stamp]]) {
        if retirements.isEmpty { return }
        for number in understood where !isVoid[number] && verdicts[number] == nil {
            guard let old = drafts[number]?.replaced, let stamps = numbers[old].flatMap({ retirements[$0] }) else {
                continue
            }
            let opened = openings[number].stamp
            if drafts[number]?.isOpen == true, stamps.contains(where: { !$0.knew(opened) && !opened.knew($0) }) {
                disputes.append(.retiredWhileReplaced(old, successor: openings[number].id))
            }
        }
    }

    /// Lets a later registration of an identity end earlier ones that it overlaps, in whichever slot.
    ///
    /// - Returns: what was ended so, and the assignment that ended it.
    mutating func settleDoubleBookings() -> [Int: Int] {
        var groups: [BeaconIdentity: [Int]] = [:]
        for number in openings.indices where !isVoid[number] {
            guard let identity = drafts[number]?.identity, drafts[number]?.isEmpty == false else { continue }
            guard let key = identity.key(under: policy) else {
                report(openings[number].stamp, .cannotBeToldApart(identity, policy))
                continue
            }
            groups[key, default: []].append(number)
        }
        var ended: [Int: Int] = [:]
        for group in groups.values where group.count > 1 {
            var taken = TakenTime()
            // From the latest act back: each keeps the time that no later one takes.
            for number in group.sorted(by: { openings[$0].stamp < openings[$1].stamp }).reversed() {
                guard let from = drafts[number]?.from, let to = drafts[number]?.to else { continue }
                if let (start, taker) = taken.first(from: from, to: to) {
                    drafts[number]?.to = start
                    ended[number] = taker
                }
                taken.take(from: from, to: to, by: number)
            }
        }
        return ended
    }
}

/// Disjoint stretches of time and who took each, sorted.
private struct TakenTime {
    private var pieces: [(from: Timestamp, to: Timestamp, taker: Int)] = []

    /// The first moment of a stretch that is taken, and by whom.
    func first(from: Timestamp, to: Timestamp) -> (Timestamp, Int)? {
        let index = firstPiece(endingAfter: from)
        guard index < pieces.count, pieces[index].from < to else { return nil }
        return (max(from, pieces[index].from), pieces[index].taker)
    }

    /// Takes what is still free of a stretch.
    mutating func take(from: Timestamp, to: Timestamp, by taker: Int) {
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
