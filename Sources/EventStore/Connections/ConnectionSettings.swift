/// What every connection sets for itself, whatever its role's defaults say.
enum ConnectionSettings {
    /// Waiting for somebody's lock longer than this is not worth it: the client hears Busy and tries again.
    static let lockTimeout = "4s"
    /// No statement of ours takes longer, but for reading whole projects, which is done in pieces.
    static let statementTimeout = "20s"
    /// A transaction that waits for its client this long is ended, and its locks with it.
    static let idleInTransactionTimeout = "5s"

    /// Assumes the application's role and makes the settings, on a connection that was just opened.
    ///
    /// Every hot statement goes through an index. Its plan is made once, perhaps while the table is empty, and must not
    /// depend on that: so the ways around the indexes are closed.
    static func apply(to session: Session) throws(EventStoreError) {
        do throws(EventStoreError) {
            try session.run("SET ROLE \(Migrator.applicationRole)")
        } catch .rejected(let state, let message, _) where ["22023", "42501", "42704"].contains(state) {
            throw .roleMissing(message: message)
        }
        try session.run(
            """
            SELECT set_config('search_path', 'pharos, pg_temp', false),
                   set_config('default_transaction_isolation', 'read committed', false),
                   set_config('default_transaction_read_only', 'off', false),
                   set_config('synchronous_commit', 'on', false),
                   set_config('lock_timeout', $1, false),
                   set_config('statement_timeout', $2, false),
                   set_config('idle_in_transaction_session_timeout', $3, false),
                   set_config('plan_cache_mode', 'force_generic_plan', false),
                   set_config('enable_seqscan', 'off', false),
                   set_config('enable_hashjoin', 'off', false),
                   set_config('enable_mergejoin', 'off', false),
                   set_config('enable_sort', 'off', false),
                   set_config('enable_bitmapscan', 'off', false),
                   set_config('enable_material', 'off', false),
                   set_config('jit', 'off', false)
            """,
            .text(lockTimeout),
            .text(statementTimeout),
            .text(idleInTransactionTimeout)
        )
    }
}
