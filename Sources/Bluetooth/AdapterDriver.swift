import EventLoop
import Radio

/// Does what an ``AdapterScan`` says: owns the socket, on its loop.
actor AdapterDriver {
    /// Milliseconds between two ticks.
    private static let period: Duration = .milliseconds(500)

    private let adapter: UInt16
    private let loop: EventLoop
    private let inbox: RadioInbox
    private var scan: AdapterScan
    private var alarm: LoopAlarm?
    private var open: OpenSocket?
    private var powering: Task<Void, Never>?

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(adapter: UInt16, settings: ScanSettings, startsAtRest: Bool, on loop: EventLoop, inbox: RadioInbox) {
        self.adapter = adapter
        self.loop = loop
        self.inbox = inbox
        scan = AdapterScan(settings)
        if startsAtRest { _ = scan.handle(.rest, at: RadioInbox.bootTime()) }
    }

    func start() {
        guard alarm == nil else { return }
        alarm = LoopAlarm(on: loop) { [weak self] in
            self?.assumeIsolated { $0.tick() }
        }
        tick()
    }

    func stop() async {
        handle(.stop)
        alarm?.close()
        alarm = nil
        await powering?.value
    }

    private func tick() {
        handle(.tick)
        alarm?.set(after: Self.period)
    }

    /// Hands an input to the machine, and does what it says; what that brings is handed over in turn.
    func handle(_ input: AdapterScan.Input) {
        var inputs = [input]
        while !inputs.isEmpty {
            let effects = scan.handle(inputs.removeFirst(), at: RadioInbox.bootTime())
            for effect in effects { if let answer = perform(effect) { inputs.append(answer) } }
        }
    }

    private func perform(_ effect: AdapterScan.Effect) -> AdapterScan.Input? {
        switch effect {
        case .look: return .seen(look())
        case .powerOn:
            powerOn()
            return nil
        case .open: return openSocket()
        case .close:
            open?.close()
            open = nil
            return nil
        case .send(let packet):
            guard let open else { return .failed(.gone) }
            do throws(SystemFailure) {
                try open.socket.send(packet)
                return nil
            } catch {
                return .failed(error.meaning)
            }
        case .tell(let notice):
            inbox.put(.notice(notice))
            return nil
        }
    }

    /// A socket of its own, since a bound one's errors are not those of a look.
    private func look() -> AdapterScan.Sight {
        do throws(SystemFailure) {
            return try HCISocket().look(at: adapter)
        } catch {
            return error.sight
        }
    }

    private func openSocket() -> AdapterScan.Input {
        do {
            let opened = try OpenSocket(adapter: adapter, on: loop) { [weak self] in
                self?.assumeIsolated { $0.receive() }
            }
            open = opened
            return .opened
        } catch let failure as SystemFailure {
            return .failed(failure.meaning)
        } catch {
            return .failed(.gone)
        }
    }

    /// The controller may take seconds: the wait is a pool thread's, not the loop's.
    private func powerOn() {
        let adapter = adapter
        powering = Task.detached { [weak self] in
            do throws(SystemFailure) {
                try HCISocket.powerOn(adapter)
            } catch {
                await self?.handle(.failed(error.meaning))
            }
        }
    }

    /// Takes every packet that waits.
    private func receive() {
        while let socket = open {
            do throws(SystemFailure) {
                guard let packet = try socket.socket.receive() else { return }
                let isReport = packet.count > 1 && packet[1] == 0x3E
                if isReport { inbox.put(.packet(packet, stamp: RadioInbox.wallClock())) }
                handle(.packet(packet))
            } catch {
                handle(error.meaning == .gone ? .lost : .failed(error.meaning))
            }
        }
    }
}

/// A bound socket and its watcher, on the loop.
private final class OpenSocket {
    let socket: HCISocket
    private var watcher: DescriptorWatcher?

    init(adapter: UInt16, on loop: EventLoop, onReadable: @escaping () -> Void) throws {
        socket = try HCISocket()
        try socket.bind(to: adapter)
        // What failed, if anything did, the next read tells.
        let watcher = try DescriptorWatcher(socket.descriptor, on: loop) { _ in onReadable() }
        try watcher.watch(.readable)
        self.watcher = watcher
    }

    func close() {
        watcher?.close()
        watcher = nil
    }
}
