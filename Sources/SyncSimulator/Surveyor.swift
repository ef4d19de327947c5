public import Survey
import Sync

/// Somebody with an installation, on a ``Stage``: a log, its sidecar, and two clocks.
///
/// A copy is a cloned installation, or a backup of one.
public struct Surveyor: Sendable {
    public var log: ModelLog
    public var sidecar: Sidecar?
    /// How wrong the wall clock is, in milliseconds.
    public var wallOffset: Int64
    private var boot: BootID
    private var bootedAt: Int64
    private var drawn: UInt64

    /// Makes an installation with an empty log.
    public init(_ number: UInt64, project: ProjectID, wallOffset: Int64, bootedAt: Int64) {
        drawn = number << 32
        let publicKey = number.bigEndianBytes + [UInt8](repeating: 7, count: 24)
        log = ModelLog(project: project, publicKey: publicKey, incarnation: Incarnation(drawn))
        sidecar = Sidecar(incarnation: log.incarnation, acknowledged: 0)
        self.wallOffset = wallOffset
        self.bootedAt = bootedAt
        boot = BootID(high: number, low: drawn)
    }

    /// Both clocks at a true time.
    public func moment(at now: Int64) -> Moment {
        Moment(
            wallClock: Simulation.beginning.advanced(byMilliseconds: now + wallOffset),
            boot: boot,
            sinceBoot: now - bootedAt
        )
    }

    /// Appends events, each different from any other.
    public mutating func write(_ count: Int, at now: Int64 = 0, kind: EventKind = .scanSampled) {
        for _ in 0..<count {
            let payload = log.incarnation.value.bigEndianBytes + draw().bigEndianBytes
            log.append(payload, kind: kind, at: moment(at: now))
        }
    }

    /// Starts the program: the log is opened; true where a rollback was noticed.
    @discardableResult
    public mutating func open() -> Bool {
        let successor = drawIncarnation()
        let isNoticed = log.open(sidecar, successor: successor)
        while log.isRecovering { log.copySome(500) }
        if sidecar?.incarnation != log.incarnation { sidecar = Sidecar(incarnation: log.incarnation, acknowledged: 0) }
        return isNoticed
    }

    /// Switches the machine off and on.
    public mutating func reboot(at now: Int64) {
        boot = BootID(high: boot.high, low: draw())
        bootedAt = now
        open()
    }

    /// Becomes another machine with the same disk: what it draws from now on is its own.
    public mutating func moveToAnotherMachine(_ number: UInt64, at now: Int64) {
        drawn = number << 32
        reboot(at: now)
    }

    mutating func acknowledge(_ incarnation: Incarnation, through sequence: UInt64) {
        log.acknowledge(incarnation, through: sequence)
        guard incarnation == log.incarnation else { return }
        if let sidecar, sidecar.incarnation == incarnation, sidecar.acknowledged >= sequence { return }
        sidecar = Sidecar(incarnation: incarnation, acknowledged: sequence)
    }

    mutating func drawIncarnation() -> Incarnation { Incarnation(draw()) }

    private mutating func draw() -> UInt64 {
        drawn += 1
        return drawn
    }
}
