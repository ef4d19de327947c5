import Survey
import Sync

/// The SQL of the append: what the two flights ask, and how their answers are read.
enum AppendFlights {
    /// `$1` project.
    static let lockProject = """
        SELECT head, chain, greatest(clock, (extract(epoch FROM clock_timestamp()) * 1000)::bigint), scans
          FROM project
         WHERE project_id = $1
           FOR UPDATE
        """

    // The lookups below are LATERAL, and ordered by the last column of the key that they go through: whatever the planner
    // believes of a table that it has not analysed yet, it has no other way than one probe of that index for each row.

    /// `$1` project, `$2` agents, `$3` incarnations; a revoked agent's streams are not there.
    static let readStreams = """
        SELECT s.agent_id, s.incarnation, s.head, s.head_hash, s.head_occurred
          FROM unnest($2::bytea[], $3::bigint[]) AS w (agent_id, incarnation)
         CROSS JOIN LATERAL (
                   SELECT agent_id, incarnation, head, head_hash, head_occurred
                     FROM stream
                    WHERE project_id = $1 AND agent_id = w.agent_id AND incarnation = w.incarnation
                   OFFSET 0
               ) AS s
         CROSS JOIN LATERAL (
                   SELECT FROM agent
                    WHERE project_id = $1 AND agent_id = w.agent_id AND revoked_at IS NULL
                   OFFSET 0
               ) AS a
        """

    /// `$1` project, `$2` positions.
    static let readBases = """
        SELECT e.position, e.chain, e.received_at
          FROM unnest($2::bigint[]) AS w (position)
         CROSS JOIN LATERAL (
                   SELECT position, chain, received_at
                     FROM event
                    WHERE project_id = $1 AND position >= w.position
                    ORDER BY position
                    LIMIT 1
               ) AS e
         WHERE e.position = w.position
        """

    /// `$1` project, `$2` agents, `$3` incarnations, `$4` lowest and `$5` highest sequences.
    static let readEvents = """
        SELECT w.agent_id, w.incarnation, e.sequence, e.hash, e.occurred_at
          FROM unnest($2::bytea[], $3::bigint[], $4::bigint[], $5::bigint[]) AS w (agent_id, incarnation, lower, upper)
         CROSS JOIN LATERAL (
                   SELECT sequence, hash, occurred_at
                     FROM event
                    WHERE project_id = $1 AND agent_id = w.agent_id AND incarnation = w.incarnation
                      AND sequence BETWEEN w.lower AND w.upper
                    ORDER BY sequence
               ) AS e
        """

    /// As ``readEvents``, of the copies whose origin lies there.
    static let readCopies = """
        SELECT w.agent_id, w.incarnation, e.origin_sequence, e.origin_hash, e.occurred_at
          FROM unnest($2::bytea[], $3::bigint[], $4::bigint[], $5::bigint[]) AS w (agent_id, incarnation, lower, upper)
         CROSS JOIN LATERAL (
                   SELECT origin_sequence, origin_hash, occurred_at
                     FROM event
                    WHERE project_id = $1 AND agent_id = w.agent_id AND origin_incarnation = w.incarnation
                      AND origin_sequence BETWEEN w.lower AND w.upper AND origin_sequence IS NOT NULL
                    ORDER BY origin_sequence
               ) AS e
        """

    /// `$1` project, `$2` head, `$3` chain, `$4` clock, `$5` scans; `$6`–`$10` streams; `$11` on: events.
    static let write = """
        WITH t AS (
            UPDATE stream s
               SET head = i.head, head_hash = i.hash, head_occurred = i.occurred
              FROM unnest($6::bytea[], $7::bigint[], $8::bigint[], $9::bytea[], $10::bigint[])
                   AS i (agent_id, incarnation, head, hash, occurred)
             WHERE s.project_id = $1 AND s.agent_id = i.agent_id AND s.incarnation = i.incarnation
        ), p AS (
            UPDATE project
               SET head = $2, chain = $3, clock = $4, scans = $5
             WHERE project_id = $1
        )
        INSERT INTO event (
            project_id, received_at, position, agent_id, incarnation, sequence, scans, occurred_at, seen,
            origin_incarnation, origin_sequence, origin_hash, kind, is_estimated, is_duplicate, hash, chain, envelope
        )
        SELECT $1, $4, u.*
          FROM unnest(
                   $11::bigint[], $12::bytea[], $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[],
                   $17::bigint[], $18::bigint[], $19::bigint[], $20::bytea[], $21::integer[], $22::boolean[],
                   $23::boolean[], $24::bytea[], $25::bytea[], $26::bytea[]
               ) AS u
        """

    /// `$1` project, `$2` hashes, `$3` sizes.
    static let wantBlobs = """
        INSERT INTO blob (project_id, hash, byte_count)
        SELECT $1, w.*
          FROM unnest($2::bytea[], $3::bigint[]) AS w
            ON CONFLICT DO NOTHING
        """

    /// The first flight, after BEGIN: locks the project and reads what the rules want to know.
    static func reading(_ project: ProjectID, streams: [StreamID], lookups: AppendLookups) -> [Statement] {
        let id = Parameter.bytea(project.bytes)
        let ranges = [
            id,
            .byteas(lookups.ranges.map(\.stream.agent.bytes)),
            .bigints(lookups.ranges.map(\.stream.incarnation.value)),
            .bigints(lookups.ranges.map(\.lower)),
            .bigints(lookups.ranges.map(\.upper)),
        ]
        return [
            Statement(lockProject, id),
            Statement(
                readStreams,
                id,
                .byteas(streams.map(\.agent.bytes)),
                .bigints(streams.map(\.incarnation.value))
            ),
            Statement(readBases, id, .bigints(lookups.bases)),
            Statement(readEvents, parameters: ranges),
            Statement(readCopies, parameters: ranges),
        ]
    }

    /// What the first flight brought; nil where the project is not known.
    struct Locked {
        let project: ProjectState
        let scans: UInt64
        let streams: [StreamID: StreamState]
        let findings: AppendFindings

        init?(_ answers: [Rows]) {
            guard let locked = answers[1].first else { return nil }
            project = ProjectState(
                head: locked.uint64(0),
                chain: locked.digest(1),
                receivedAt: locked.timestamp(2)
            )
            scans = locked.uint64(3)
            streams = Dictionary(
                uniqueKeysWithValues: answers[2].map { row in
                    (
                        row.stream(0),
                        StreamState(
                            head: row.uint64(2),
                            hash: row.digest(3),
                            occurredAt: row.isNull(4) ? nil : row.timestamp(4)
                        )
                    )
                }
            )
            var findings = AppendFindings()
            for index in 0..<answers[3].count {
                let row = answers[3][index]
                findings.addBasis(
                    position: row.uint64(0),
                    chainPrefix: row.digest(1).prefix,
                    receivedAt: row.timestamp(2)
                )
            }
            for index in 0..<answers[4].count {
                let row = answers[4][index]
                let date = row.timestamp(4)
                findings.addEvent(in: row.stream(0), sequence: row.uint64(2), hash: row.digest(3), occurredAt: date)
            }
            for index in 0..<answers[5].count {
                let row = answers[5][index]
                let date = row.timestamp(4)
                findings.addCopy(of: row.stream(0), sequence: row.uint64(2), hash: row.digest(3), occurredAt: date)
            }
            self.findings = findings
        }
    }

    /// The second flight, before COMMIT.
    static func writing(
        _ decision: AppendDecision,
        scans: UInt64,
        wanted: [WantedBlob],
        in project: ProjectID
    ) -> [Statement] {
        let events = decision.rows.map(\.event)
        var counts: [UInt64] = []
        counts.reserveCapacity(events.count)
        for event in events { counts.append((counts.last ?? scans) + (event.envelope.lane == .scans ? 1 : 0)) }
        let statement = Statement(
            write,
            .bytea(project.bytes),
            .bigint(decision.project.head),
            .bytea(decision.project.chain.bytes),
            .bigint(decision.project.receivedAt.milliseconds),
            .bigint(counts.last ?? scans),
            .byteas(decision.streams.map(\.stream.agent.bytes)),
            .bigints(decision.streams.map(\.stream.incarnation.value)),
            .bigints(decision.streams.map(\.state.head)),
            .digests(decision.streams.map(\.state.hash)),
            .bigints(decision.streams.map(\.state.occurredAt?.milliseconds)),
            .bigints(events.map(\.commitment.position)),
            .byteas(events.map(\.envelope.agent.bytes)),
            .bigints(events.map(\.envelope.incarnation.value)),
            .bigints(events.map(\.envelope.sequence)),
            .bigints(counts),
            .bigints(events.map(\.commitment.occurredAt.milliseconds)),
            .bigints(events.map(\.commitment.seen)),
            .bigints(events.map { $0.envelope.origin.map { Int64(bitPattern: $0.incarnation.value) } }),
            .bigints(events.map { $0.envelope.origin.map { Int64(bitPattern: $0.sequence) } }),
            .byteas(events.map { $0.envelope.origin?.hash.bytes }),
            .integers(events.map { Int32($0.envelope.kind) }),
            .bools(events.map(\.commitment.isEstimated)),
            .bools(events.map(\.commitment.isDuplicate)),
            .digests(events.map(\.hash)),
            .digests(decision.rows.map(\.chain)),
            .byteas(events.map(\.envelope.bytes))
        )
        guard !wanted.isEmpty else { return [statement] }
        let blobs = Set(wanted).sorted()
        let want = Statement(
            wantBlobs,
            .bytea(project.bytes),
            .byteas(blobs.map(\.hash.bytes)),
            .bigints(blobs.map(\.byteCount))
        )
        return [statement, want]
    }
}
