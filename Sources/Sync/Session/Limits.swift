/// The bounds of a session, the same on both sides: whatever the backlog, this is what a connection holds in memory.
public enum Limits {
    /// Bytes of events in a push or in a batch of a pull; one event may be larger by itself.
    public static let batchBytes = 128 * 1_024
    /// Events in a push or in a batch of a pull.
    public static let batchEvents = PreparedPush.maximumEvents
    /// Bytes of a session's first pushes: a link that is cut every two seconds gets some of them through.
    public static let firstBatchBytes = 4 * 1_024
    /// Bytes pushed and not yet acknowledged, at the beginning of a session; each acknowledgement adds its bytes.
    public static let firstWindowBytes = 32 * 1_024
    /// Bytes pushed and not yet acknowledged, at most.
    public static let windowBytes = 1_024 * 1_024
    /// Events pushed and not yet acknowledged, at most.
    public static let windowEvents = 4_000
    /// Pushes of a session that the server holds, at most: those in the window, as small as they come.
    public static let pushesHeld = 512
    /// Streams that one Hello may claim: an agent adds one per recovery.
    public static let streams = 1_024
    /// Bytes that a reader lets the server send ahead, per lane.
    public static let pullCredit: UInt64 = 512 * 1_024
    /// Credit that the server lets a reader accumulate, per lane.
    public static let highestCredit: UInt64 = 16 * 1_024 * 1_024
    /// Points in a comparison.
    public static let comparedPoints = 64
    /// Comparisons, fetches and requests that the server holds, each.
    public static let requestsHeld = 32
    /// Requests, offers and fetches that wait in a client, each.
    public static let requestsWaiting = 1_024
    /// Pieces of content under way, at most.
    public static let chunksUnderWay = 8
    /// Positions after which a lane's reader is told how far it is, though the lane brought nothing.
    public static let silentPositions: UInt64 = 2_000

    /// Milliseconds.
    public enum Deadline {
        /// From Hello to Welcome, and for a comparison.
        public static let greeting: Int64 = 20_000
        /// From a push, request, offer or fetch to its answer.
        public static let answer: Int64 = 30_000
        /// From the wish to publish to its answer: the server folds the whole project, and tries what locates best.
        ///
        /// A server that has gone is noticed by its silence long before.
        public static let publication: Int64 = 1_800_000
        /// Silence after which a client pings.
        public static let ping: Int64 = 20_000
        /// Silence after which either side takes the connection for dead.
        public static let silence: Int64 = 60_000
        /// How often a server session reads whether its agent is still let in.
        public static let admission: Int64 = 2_000
        /// How long a server session goes on when it cannot read that.
        public static let unconfirmed: Int64 = 5_000
        /// A push that takes longer than this is on a slow link, or behind too many others: fewer are sent ahead.
        public static let slowPush: Int64 = 2_000
        /// A piece of a blob that takes longer than this is on a slow link: fewer are sent ahead.
        public static let slowChunk: Int64 = 1_000
    }
}
