/// One adapter's scan as a value: what happened goes in, what to do comes out; no socket, no clock.
///
/// It opens the adapter as soon as it can, switches it on once, sets the scan up, notices silence and loss, and starts
/// again by itself. Whoever drives it calls ``handle(_:at:)`` with a `tick` twice a second, in milliseconds of a clock
/// that never goes back.
public struct AdapterScan: Sendable {
    /// Milliseconds without a report after which a scan is started anew; it doubles up to ``longestSilence``.
    public static let silence: Int64 = 10_000
    public static let longestSilence: Int64 = 60_000
    /// Milliseconds that a controller may take for an answer.
    static let patience: Int64 = 2_000
    /// Milliseconds that switching on may take: the kernel's own patience.
    static let powerPatience: Int64 = 10_000
    /// Milliseconds until a controller that somebody else has, or that refused, is tried again.
    static let pause: Int64 = 2_000

    /// What happened.
    public enum Input: Sendable {
        /// Some time has passed.
        case tick
        /// What a look at the adapter showed.
        case seen(Sight)
        /// The socket is open and bound.
        case opened
        /// Opening, sending or switching on failed.
        case failed(Failure)
        /// A packet came, with its H4 indicator.
        case packet([UInt8])
        /// The socket says that the adapter is gone.
        case lost
        /// Stop listening for a while, to save power.
        case rest
        /// Listen again.
        case wake
        /// End for good.
        case stop
    }

    /// What a look at an adapter shows.
    public enum Sight: Hashable, Sendable {
        case noBluetooth
        case absent
        case blocked(byHardware: Bool)
        case down
        case up
        /// The look itself failed, for want of descriptors or by a filter of system calls.
        case unseen(Failure)
    }

    /// Why a system call failed.
    public enum Failure: Hashable, Sendable {
        case notPermitted
        case gone
        case blocked
        case busy
        case other(code: Int32)
    }

    /// What to do.
    public enum Effect: Hashable, Sendable {
        /// Look at the adapter, and say what was ``Input/seen(_:)``.
        case look
        /// Switch the adapter on.
        case powerOn
        case open
        case close
        /// Send a packet with its H4 indicator.
        case send([UInt8])
        case tell(AdapterNotice)
    }

    private enum Phase: Hashable {
        case closed(until: Int64)
        case poweringOn(since: Int64)
        case opening
        case asking(Step, since: Int64)
        case listening
        case resting
        case stopped
    }

    /// The commands that set a scan up, in order.
    private enum Step: Hashable {
        case readCommands
        case disable
        case configure
        case enable
    }

    private let settings: ScanSettings
    private var phase = Phase.closed(until: .min)
    private var wantsRest = false
    private var isExtended = false
    private var triedPower = false
    private var told: AdapterNotice?
    /// When a report came last, or the first look for one began.
    private var lastReport: Int64?
    private var startedListening: Int64 = 0
    private var patienceForReports = Self.silence
    /// Whether a silence or an absence is to be told of once something is heard again.
    private var hasGap = false

    public init(_ settings: ScanSettings = ScanSettings()) { self.settings = settings }

    /// Whether the controller reports extended advertisements.
    public var listensExtended: Bool { isExtended && phase == .listening }

    /// Takes in what happened at `time`, and returns what to do, in order.
    public mutating func handle(_ input: Input, at time: Int64) -> [Effect] {
        if phase == .stopped { return [] }
        switch input {
        case .tick: return tick(at: time)
        case .seen(let sight): return see(sight, at: time)
        case .opened: return phase == .opening ? ask(.readCommands, at: time) : []
        case .failed(let failure): return fail(failure, at: time)
        case .packet(let packet): return receive(packet, at: time)
        case .lost: return hinder(.noAdapter, at: time, pause: 0)
        case .rest:
            wantsRest = true
            guard phase == .listening else { return [] }
            phase = .resting
            return [.send(HCICommand.scan(false, extended: isExtended).packet)]
        case .wake:
            wantsRest = false
            return phase == .resting ? ask(.configure, at: time) : []
        case .stop:
            let mayScan =
                switch phase {
                // Its answer is still to come: the controller may scan already.
                case .listening, .resting, .asking(.enable, _): true
                case .closed, .poweringOn, .opening, .asking, .stopped: false
                }
            phase = .stopped
            return (mayScan ? [.send(HCICommand.scan(false, extended: isExtended).packet)] : []) + [.close]
        }
    }

    private mutating func tick(at time: Int64) -> [Effect] {
        switch phase {
        case .closed(let until): return time >= until ? [.look] : []
        case .poweringOn(let since): return time - since >= Self.powerPatience ? hinder(.down, at: time) : [.look]
        case .opening, .stopped, .resting: return phase == .resting ? [.look] : []
        case .asking(let step, let since):
            guard time - since >= Self.patience else { return [.look] }
            return hinder(.unanswered(opcode: command(step).opcode), at: time)
        case .listening:
            let silence = time - max(lastReport ?? startedListening, startedListening)
            guard silence >= patienceForReports else { return [.look] }
            patienceForReports = min(2 * patienceForReports, Self.longestSilence)
            hasGap = lastReport != nil
            return [.tell(.restarted(silence: time - (lastReport ?? startedListening)))] + ask(.disable, at: time)
        }
    }

    private mutating func see(_ sight: Sight, at time: Int64) -> [Effect] {
        switch sight {
        case .noBluetooth: return hinder(.noBluetooth, at: time, pause: 0)
        case .unseen(let failure):
            // Whoever listens already needs no look.
            if isOpen { return [] }
            return fail(failure, at: time)
        case .absent: return hinder(.noAdapter, at: time, pause: 0)
        case .blocked(let byHardware): return hinder(.blocked(byHardware: byHardware), at: time, pause: 0)
        case .down:
            if case .poweringOn = phase { return [] }
            guard case .closed = phase, settings.powersOn, !triedPower else { return hinder(.down, at: time, pause: 0) }
            // Once for each time that it is plugged in: what somebody switches off later stays off.
            triedPower = true
            phase = .poweringOn(since: time)
            return [.powerOn]
        case .up:
            triedPower = true
            switch phase {
            case .closed, .poweringOn:
                phase = .opening
                return [.open]
            case .opening, .asking, .listening, .resting, .stopped: return []
            }
        }
    }

    private mutating func fail(_ failure: Failure, at time: Int64) -> [Effect] {
        switch failure {
        // Switching on needs another capability than listening: an adapter that is up can still be used.
        case .notPermitted:
            if case .poweringOn = phase { return hinder(.down, at: time, pause: 0) }
            return hinder(.notPermitted, at: time)
        case .gone: return hinder(.noAdapter, at: time, pause: 0)
        case .blocked: return hinder(.blocked(byHardware: false), at: time, pause: 0)
        case .busy: return hinder(.taken, at: time)
        case .other(let code): return hinder(.failed(code: code), at: time)
        }
    }

    private mutating func receive(_ packet: [UInt8], at time: Int64) -> [Effect] {
        guard packet.count >= 4, packet[0] == 0x04 else { return [] }
        switch packet[1] {
        case 0x3E where packet[3] == 0x02 || packet[3] == 0x0D: return hear(at: time)
        case 0x0E where packet.count >= 7:
            return complete(UInt16(packet[5]) << 8 | UInt16(packet[4]), Array(packet[6...]), at: time)
        case 0x0F where packet.count >= 7 && packet[3] != 0:
            return complete(UInt16(packet[6]) << 8 | UInt16(packet[5]), [packet[3]], at: time)
        case 0x10: return hinder(.reset, at: time, pause: 0)
        default: return []
        }
    }

    private mutating func hear(at time: Int64) -> [Effect] {
        let gap = lastReport.map { time - $0 }
        lastReport = time
        patienceForReports = Self.silence
        guard hasGap, let gap else { return [] }
        hasGap = false
        return [.tell(.gap(gap))]
    }

    /// A command was answered: ours, or another program's.
    private mutating func complete(_ opcode: UInt16, _ answer: [UInt8], at time: Int64) -> [Effect] {
        let status = answer.first ?? 0
        guard case .asking(let step, _) = phase, command(step).opcode == opcode else {
            guard opcode == HCICommand.resetOpcode, isOpen else { return [] }
            return hinder(.reset, at: time, pause: 0)
        }
        switch step {
        case .readCommands:
            // Octet 37, bits 5 and 6: the two commands of extended scanning.
            let isAble = status == 0 && answer.count > 38 && answer[38] & 0b0110_0000 == 0b0110_0000
            isExtended = settings.usesExtended && isAble
            return ask(.disable, at: time)
        case .disable: return ask(.configure, at: time)  // an error says that nobody was scanning
        case .configure:
            guard status == 0 else { return refuse(opcode, status, at: time) }
            guard wantsRest else { return ask(.enable, at: time) }
            phase = .resting  // nothing is scanned, not even for a moment
            return []
        case .enable:
            guard status == 0 else { return refuse(opcode, status, at: time) }
            phase = wantsRest ? .resting : .listening
            startedListening = time
            let news = told == .listening ? [] : [Effect.tell(.listening)]
            told = .listening
            return news + (wantsRest ? [.send(HCICommand.scan(false, extended: isExtended).packet)] : [])
        }
    }

    private mutating func refuse(_ opcode: UInt16, _ status: UInt8, at time: Int64) -> [Effect] {
        hinder(status == 0x0C ? .taken : .refused(opcode: opcode, status: status), at: time)
    }

    private mutating func ask(_ step: Step, at time: Int64) -> [Effect] {
        phase = .asking(step, since: time)
        return [.send(command(step).packet)]
    }

    private func command(_ step: Step) -> HCICommand {
        switch step {
        case .readCommands: .readSupportedCommands
        case .disable: .scan(false, extended: isExtended)
        case .configure: .parameters(settings, extended: isExtended)
        case .enable: .scan(true, extended: isExtended)
        }
    }

    private var isOpen: Bool {
        switch phase {
        case .asking, .listening, .resting, .opening: true
        case .closed, .poweringOn, .stopped: false
        }
    }

    /// Closes what is open, tells why unless that is known, and waits before the next try.
    private mutating func hinder(_ hindrance: AdapterHindrance, at time: Int64, pause: Int64 = Self.pause) -> [Effect] {
        switch hindrance {
        // Plugged in again, or freed by the switch that had turned it off: nobody wants it to be off.
        case .noAdapter, .blocked: triedPower = false
        default: break
        }
        let wasOpen = isOpen
        hasGap = hasGap || lastReport != nil
        phase = .closed(until: time + pause)
        let notice = AdapterNotice.hindered(hindrance)
        let news = told == notice ? [] : [Effect.tell(notice)]
        told = notice
        return (wasOpen ? [.close] : []) + news
    }
}
