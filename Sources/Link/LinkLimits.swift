import Crypto
import EventLoop
import Sync
import Wire

/// What a link may hold in memory, and how long the other side may be out of reach.
///
/// At most, a link holds ``queue`` and one write for the other side, ``inbox`` and one frame of what it sent, and one
/// batch of ``batch`` and one message that is being handed over.
public struct LinkLimits: Hashable, Sendable {
    /// Bytes that may wait for the other side before ``MessageLink/send(_:)`` waits.
    public var queue = 256 << 10
    /// Bytes that may wait to be read before the other side has to wait, unless a whole frame needs more.
    public var inbox = 64 << 10
    /// Bytes of decompressed messages handed over at once; one message may exceed it.
    public var batch = 512 << 10
    /// How long dialing and handshake may take together.
    public var opening: Duration = .seconds(15)
    /// How long the other side may send nothing; more than a session allows, which notices first and says so.
    public var silence: Duration = .milliseconds(Limits.Deadline.silence + 15_000)
    /// How long the other side may take nothing of what waits for it.
    public var stall: Duration = .seconds(60)
    /// How long ``MessageLink/finish()`` waits for the other side to take the rest.
    public var linger: Duration = .seconds(10)

    /// Bytes collected for one write, with the frame that exceeds it.
    static let write = 64 << 10

    public init() {}

    /// The same for the connection below.
    var connection: SecureConnection.Limits {
        var limits = SecureConnection.Limits()
        limits.opening = opening
        limits.tcp.queue = queue
        limits.tcp.reserve = (Self.write + FrameLimits.headerSize + FrameLimits.bodySize) / 63 * 64 + 64
        limits.tcp.silence = silence
        limits.tcp.stall = stall
        limits.tcp.linger = linger
        return limits
    }
}
