extension EventReader {
    /// `$1` project, `$2` agent.
    static let readAdmission = """
        SELECT FROM agent
         WHERE project_id = $1 AND agent_id = $2 AND revoked_at IS NULL
        """

    /// `$1` project.
    static let readHead = """
        SELECT head, chain, scans
          FROM project
         WHERE project_id = $1
        """

    /// `$1` projects.
    static let readHeads = """
        SELECT p.project_id, p.head
          FROM unnest($1::bytea[]) AS w (project_id)
          JOIN project p
            ON p.project_id = w.project_id
        """

    /// `$1` project, `$2` position; the next one where that is not there.
    static let readPlace = """
        SELECT chain, scans, position
          FROM event
         WHERE project_id = $1 AND position >= $2
         ORDER BY position
         LIMIT 1
        """

    /// `$1` project, `$2` agent, `$3` incarnation, `$4` sequences.
    static let readHashes = """
        SELECT e.sequence, e.hash
          FROM unnest($4::bigint[]) AS w (sequence)
         CROSS JOIN LATERAL (
                   SELECT sequence, hash
                     FROM event
                    WHERE project_id = $1 AND agent_id = $2 AND incarnation = $3 AND sequence >= w.sequence
                    ORDER BY sequence
                    LIMIT 1
               ) AS e
         WHERE e.sequence = w.sequence
        """

    /// `$1` project, `$2` kinds.
    static let readNewest = """
        SELECT envelope
          FROM event
         WHERE project_id = $1 AND kind = ANY ($2) AND kind <> 70
         ORDER BY position DESC
         LIMIT 1
        """

    /// `$1` project, `$2` position, `$3` events, `$4` bytes.
    static let readScans = reading(where: "kind = 70")

    /// As ``readScans``; the condition is that of the index `event_structure_idx`.
    static let readStructure = reading(where: "kind <> 70")

    /// The sum of the sizes before a row decides, so that a first event is read however large it is.
    private static func reading(where condition: String) -> String {
        """
        SELECT position, received_at, occurred_at, seen, is_estimated, is_duplicate, hash, chain, scans, envelope
          FROM (
                   SELECT *, sum(octet_length(envelope)) OVER (ORDER BY position ROWS UNBOUNDED PRECEDING) AS bytes
                     FROM (
                              SELECT *
                                FROM event
                               WHERE project_id = $1 AND position > $2 AND \(condition)
                               ORDER BY position
                               LIMIT $3
                          ) AS next
               ) AS measured
         WHERE bytes <= $4 OR bytes = octet_length(envelope)
         ORDER BY position
        """
    }
}
