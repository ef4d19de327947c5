import Survey
import Sync

extension EdgeLog {
    /// Walks the project's chain over what was pulled, as far as both lanes are here; nil where it holds.
    ///
    /// Each event has its own hash; the chain alone tells that what came was the history that the server vouched for, in
    /// that order and with those dates.
    func verifyChain(_ connection: Connection) throws(EdgeLogError) -> Damage? {
        var end = UInt64.max
        for lane in Lane.allCases { end = min(end, try cursor(lane, connection).position) }
        let known = try knownChain(through: end, connection)
        var select = try Statement(
            """
            SELECT r.position, coalesce(r.hash, o.hash), r.received_at, r.occurred_at, r.is_estimated, r.seen, r.is_duplicate
              FROM replica AS r
              LEFT JOIN own AS o ON o.number = r.own
             WHERE r.position <= ?1
             ORDER BY r.position
            """,
            on: connection
        )
        try select.bind(end, at: 1)
        var chain = Digest.zero
        var last: UInt64 = 0
        while try select.step() {
            let position = select.unsigned(at: 0)
            guard position == last + 1, let hash = select.digest(at: 1) else {
                return Damage(.pulled(position: last + 1), "is missing")
            }
            let commitment = Commitment(
                position: position,
                receivedAt: Timestamp(milliseconds: select.integer(at: 2)),
                occurredAt: Timestamp(milliseconds: select.integer(at: 3)),
                isEstimated: select.integer(at: 4) != 0,
                seen: select.unsigned(at: 5),
                isDuplicate: select.integer(at: 6) != 0
            )
            chain = .chain(after: chain, event: hash, commitment, with: hashing)
            if let expected = known[position], expected != chain {
                return Damage(.pulled(position: position), "does not end the chain that the server has told")
            }
            last = position
        }
        return last == end ? nil : Damage(.pulled(position: last + 1), "is missing")
    }

    /// The chain at the places where the cursors have been, as the server told it.
    private func knownChain(
        through end: UInt64,
        _ connection: Connection
    ) throws(EdgeLogError) -> [UInt64: Digest] {
        var select = try Statement(
            "SELECT position, chain FROM point UNION SELECT position, chain FROM cursor",
            on: connection
        )
        var known: [UInt64: Digest] = [:]
        while try select.step() {
            let position = select.unsigned(at: 0)
            if position > 0, position <= end { known[position] = select.digest(at: 1) }
        }
        return known
    }
}
