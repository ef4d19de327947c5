import Survey
import Sync

extension EdgeLog {
    /// Inserts the events of a pulled batch, within a transaction.
    func store(_ batch: EventBatch, _ connection: Connection) throws(EdgeLogError) {
        let streams = try streamRows(connection)
        let hasOrphans =
            try connection.integer("SELECT EXISTS (SELECT 1 FROM orphan WHERE returned_as IS NULL)") == 1
        var insert = try Statement(
            """
            INSERT INTO replica (position, lane, own, hash, envelope, received_at, occurred_at, is_estimated, seen,
                                 is_duplicate)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
            """,
            on: connection
        )
        var last = batch.from
        for entry in batch.entries {
            let row = try row(for: entry, lane: batch.lane, among: streams, connection)
            let commitment = row.commitment
            guard commitment.position > last, commitment.position <= batch.to else {
                throw .malformedBatch(position: commitment.position, reason: "is not where the batch says")
            }
            last = commitment.position
            try insert.bind(commitment.position, at: 1)
            try insert.bind(batch.lane, at: 2)
            switch row.content {
            case .own(let number):
                try insert.bind(number, at: 3)
                try keepDate(commitment, of: number, connection)
            case .foreign(let hash, let bytes):
                try insert.bind(hash, at: 4)
                try insert.bind(bytes, at: 5)
                if hasOrphans { try noteReturn(of: hash, at: commitment.position, connection) }
            }
            try insert.bind(commitment.receivedAt.milliseconds, at: 6)
            try insert.bind(commitment.occurredAt.milliseconds, at: 7)
            try insert.bind(commitment.isEstimated, at: 8)
            try insert.bind(commitment.seen, at: 9)
            try insert.bind(commitment.isDuplicate, at: 10)
            try insert.run()
            insert.clear()
        }
    }

    /// What a pulled event leaves in `replica`.
    private struct Row {
        let commitment: Commitment
        let content: Content

        enum Content {
            /// The number of the log's own event.
            case own(UInt64)
            case foreign(Digest, [UInt8])
        }
    }

    /// An event that arrives whole although the log holds it stands in the replica as the own event it is.
    private func row(
        for entry: EventBatch.Entry,
        lane: Lane,
        among streams: [Stream],
        _ connection: Connection
    ) throws(EdgeLogError) -> Row {
        switch entry {
        case .own(let incarnation, let sequence, let commitment):
            guard let stream = streams.first(where: { $0.incarnation == incarnation }), sequence >= 1,
                sequence <= stream.end
            else { throw .malformedBatch(position: commitment.position, reason: "is said to be ours and is not") }
            return Row(commitment: commitment, content: .own(stream.base + sequence))
        case .whole(let bytes, let commitment):
            let envelope: Envelope
            do { envelope = try Envelope(bytes: bytes) } catch {
                throw .malformedBatch(position: commitment.position, reason: "is no event (\(error))")
            }
            guard envelope.project == project, envelope.lane == lane else {
                throw .malformedBatch(position: commitment.position, reason: "is of another project or lane")
            }
            let hash = hashing.sha256(bytes)
            if envelope.agent == agent, let stream = streams.first(where: { $0.incarnation == envelope.incarnation }),
                (1...stream.end + 1).contains(envelope.sequence), envelope.sequence <= stream.end
            {
                let number = stream.base + envelope.sequence
                if try ownHash(number, connection) == hash { return Row(commitment: commitment, content: .own(number)) }
            }
            return Row(commitment: commitment, content: .foreign(hash, bytes))
        }
    }

    private func keepDate(_ commitment: Commitment, of number: UInt64, _ connection: Connection) throws(EdgeLogError) {
        var upsert = try Statement(
            "INSERT OR REPLACE INTO own_date (number, occurred_at, is_estimated) VALUES (?1, ?2, ?3)",
            on: connection
        )
        try upsert.bind(number, at: 1)
        try upsert.bind(commitment.occurredAt.milliseconds, at: 2)
        try upsert.bind(commitment.isEstimated, at: 3)
        try upsert.run()
    }

    private func noteReturn(of hash: Digest, at position: UInt64, _ connection: Connection) throws(EdgeLogError) {
        var update = try Statement("UPDATE orphan SET returned_as = ?2 WHERE hash = ?1", on: connection)
        try update.bind(hash, at: 1)
        try update.bind(position, at: 2)
        try update.run()
    }
}
