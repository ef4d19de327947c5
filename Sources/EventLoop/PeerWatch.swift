/// When a peer has to be given up: a value, told what happens and asked what is due; times in a loop's milliseconds.
struct PeerWatch {
    private let silence: UInt64?
    private let stall: UInt64
    private let linger: UInt64
    private let limits: TCPConnection.Limits

    private var heardAt: UInt64
    private var takenCount: UInt64 = 0
    private var takenAt: UInt64
    private var lingersSince: UInt64?

    init(_ limits: TCPConnection.Limits, at now: UInt64) {
        self.limits = limits
        silence = limits.silence?.wholeMilliseconds
        stall = limits.stall.wholeMilliseconds
        linger = limits.linger.wholeMilliseconds
        heardAt = now
        takenAt = now
    }

    /// The peer sent something, or was not listened to until now.
    mutating func heard(at now: UInt64) { heardAt = now }

    /// The peer, or the system on its behalf, has taken so many bytes altogether.
    mutating func took(_ count: UInt64, at now: UInt64) {
        guard count != takenCount else { return }
        takenCount = count
        takenAt = now
    }

    /// Bytes begin to wait for the peer.
    mutating func beganToWait(at now: UInt64) { takenAt = now }

    /// All was said; only the peer's end of it is awaited.
    mutating func beganToLinger(at now: UInt64) { lingersSince = now }

    /// Why the peer has to be given up now; nil while there is hope.
    func verdict(at now: UInt64, isReading: Bool, isWaiting: Bool) -> NetworkError? {
        if let lingersSince { return now >= lingersSince + linger ? .closed : nil }
        if isWaiting, now >= takenAt + stall { return .stalled(limits.stall) }
        if isReading, let silence, let duration = limits.silence, now >= heardAt + silence { return .silent(duration) }
        return nil
    }

    /// When to ask for the next verdict; nil where nothing can become due.
    func due(isReading: Bool, isWaiting: Bool) -> UInt64? {
        if let lingersSince { return lingersSince + linger }
        let silent = isReading ? silence.map { heardAt + $0 } : nil
        let stalled = isWaiting ? takenAt + stall : nil
        return [silent, stalled].compactMap(\.self).min()
    }
}
