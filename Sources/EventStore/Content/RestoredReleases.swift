/// What a restored database does not know of releases: those that were published after the backup.
public enum RestoredReleases {
    /// How far the numbers jump: more releases than anybody publishes between two backups.
    public static let jump: UInt64 = 1_000

    /// Raises the number of every project's next release above any that devices may hold.
    ///
    /// Devices refuse what is older than what they hold, and a restored server does not know what that is. One that shows
    /// its manifest would tell, but the release that is published before it comes would be refused.
    public static func leaveRoom(on session: Session) throws(EventStoreError) {
        try session.run(
            """
            UPDATE pharos.project AS p
               SET release_floor = $1
                   + greatest(release_floor, (SELECT max(number) FROM pharos.release AS r WHERE r.project_id = p.project_id))
            """,
            .bigint(jump)
        )
    }
}
