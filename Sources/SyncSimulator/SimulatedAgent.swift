import Survey
import Sync
import Venue

/// An installation: its disk, its clocks, and the program that runs on it, or does not.
struct SimulatedAgent {
    /// The disk: what survives a crash.
    var log: ModelLog
    var sidecar: Sidecar?
    /// The wall clock's error, in milliseconds.
    var wallOffset: Int64
    var boot: BootID
    /// When the machine was switched on.
    var bootedAt: Int64
    /// The program's memory: what does not.
    var session: ClientSession?
    var link: Int?
    var pending: [Step] = []
    var isStepping = false
    var backoff = Backoff()
    var isRunning = true
    /// Whether it has a network.
    var isOnline = true
    /// The fold of what was pulled, batch by batch; nil where it has to be read from the disk again.
    var venue: Venue?
    /// Counts the runs of the program; what an earlier one had planned does not happen.
    var life = 0

    /// What the program does next.
    enum Step {
        case effect(ClientEffect)
        /// A transaction of a recovery.
        case copy
        /// Tells the session that a recovery is complete.
        case recovered
        case writeSidecar(Sidecar)
    }

    /// Both clocks, when so many milliseconds of true time have passed since the simulation began.
    func moment(at now: Int64) -> Moment {
        Moment(
            wallClock: Simulation.beginning.advanced(byMilliseconds: now + wallOffset),
            boot: boot,
            sinceBoot: now - bootedAt
        )
    }

    /// Loses everything that is not on the disk.
    mutating func crash() {
        session = nil
        link = nil
        venue = nil
        pending = []
        isStepping = false
        isRunning = false
        life += 1
    }
}

/// A running `pharosd`: several may share one store.
struct SimulatedProcess {
    var isRunning = true
    var isPolling = false
    /// Counts the runs.
    var life = 0
    var waiting: [WaitingPush] = []
    /// The group that is being committed, under the project's lock.
    var group: (pushes: [WaitingPush], decision: AppendDecision)?
    /// The store with the group, as if it were committed: only a defective server looks at it.
    var draft: ModelStore?

    struct WaitingPush {
        let link: Int
        let ticket: UInt64
        let push: PreparedPush
    }
}
