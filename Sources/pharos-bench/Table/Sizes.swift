/// How much is measured.
struct Sizes {
    /// Transactions of `append-1`, and of `append-100`.
    var singleAppends = 2_000
    var hundredAppends = 2_000
    /// Events of each run of `ingest-500`.
    var ingestedEvents = 100_000
    /// Events that each of the agents of `ingest-single-8` pushes, one by one.
    var singlePushes = 2_500
    /// Seconds that pgbench gets.
    var pgbenchSeconds = 5
    /// Events of `catch-up`.
    var caughtUpEvents = 50_000
    /// Scans of `rebuild` and `backlog-memory`.
    var scans = 1_000_000
    /// Scans that are decoded beside `rebuild`.
    var decodedScans = 200_000
    /// Queries of each run of `locate`.
    var queries = 20_000
    /// Points of `locate` and, three scans each, of the release that is pulled.
    var points = 10_000
    /// Connections of `idle-memory`.
    var idleConnections = 1_000

    /// What the table is about.
    static let full = Sizes()

    /// As little as shows that each row can be measured; its figures say nothing.
    static let tiny = Sizes(
        singleAppends: 5,
        hundredAppends: 2,
        ingestedEvents: 700,
        singlePushes: 3,
        pgbenchSeconds: 1,
        caughtUpEvents: 700,
        scans: 1_200,
        decodedScans: 500,
        queries: 20,
        points: 500,
        idleConnections: 8
    )
}
