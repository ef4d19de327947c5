internal import Survey

/// What somebody said of the venue, and when: the venue is what its claims, read together, mean.
struct Claim: Hashable, Sendable {
    let stamp: Stamp
    let content: SurveyEvent
}

extension [Claim] {
    /// Inserts a claim in its place by (occurred_at, position).
    mutating func file(_ claim: Claim) {
        var (low, high) = (0, count)
        if let last, last.stamp < claim.stamp { low = count }  // the usual case: it is the newest
        while low < high {
            let middle = (low + high) / 2
            if self[middle].stamp < claim.stamp { low = middle + 1 } else { high = middle }
        }
        insert(claim, at: low)
    }

    /// Takes back the claim of an event of which an earlier copy arrived.
    mutating func withdraw(_ event: Digest) {
        removeAll { $0.stamp.event == event }
    }

    /// The claims whose authors nobody answered: no other author here had seen them.
    ///
    /// One means that everybody knew what they overrode; more are concurrent. Linear, since an author who had seen a
    /// position had seen everything below it.
    var heads: [Claim] {
        guard count > 1 else { return self }
        var highestSeen: UInt64 = 0
        var ends: [StreamID: UInt64] = [:]
        for claim in self {
            highestSeen = Swift.max(highestSeen, claim.stamp.seen)
            ends[claim.stamp.stream] = Swift.max(ends[claim.stamp.stream] ?? 0, claim.stamp.sequence)
        }
        return filter { $0.stamp.position > highestSeen && $0.stamp.sequence == ends[$0.stamp.stream] }
    }
}
