import Radio
import Testing

@Suite("An adapter's scan")
struct AdapterScanTests {
    private let report: [UInt8] = [0x04, 0x3E, 0x0C, 0x02, 0x01, 0x03, 0, 1, 2, 3, 4, 5, 6, 0, 0xBF]

    /// The answer of a controller to a command: its opcode's bytes, then the return parameters.
    private func complete(_ command: [UInt8], _ status: UInt8 = 0, _ rest: [UInt8] = []) -> AdapterScan.Input {
        .packet([0x04, 0x0E, UInt8(4 + rest.count), 1, command[1], command[2], status] + rest)
    }

    /// The command in what is to be done, if there is one.
    private func sent(_ effects: [AdapterScan.Effect]) -> [UInt8]? {
        effects.lazy.compactMap { if case .send(let packet) = $0 { packet } else { nil } }.first
    }

    private func notices(_ effects: [AdapterScan.Effect]) -> [AdapterNotice] {
        effects.compactMap { if case .tell(let notice) = $0 { notice } else { nil } }
    }

    /// A scan that listens since `time`, and the opcodes that set it up.
    private func listening(
        _ settings: ScanSettings = ScanSettings(),
        at time: Int64 = 0,
        commands: [UInt8] = Array(repeating: 0, count: 64)
    ) throws -> (AdapterScan, [[UInt8]]) {
        var scan = AdapterScan(settings)
        #expect(scan.handle(.tick, at: time) == [.look])
        #expect(scan.handle(.seen(.up), at: time) == [.open])
        var packets: [[UInt8]] = []
        var effects = scan.handle(.opened, at: time)
        while let packet = sent(effects) {
            packets.append(packet)
            effects = scan.handle(complete(packet, 0, packets.count == 1 ? commands : []), at: time)
        }
        try #require(notices(effects) == [.listening])
        return (scan, packets)
    }

    @Test("it sets a legacy scan up: parameters as asked for, and no filter of duplicates")
    func legacy() throws {
        let settings = ScanSettings(isActive: true, interval: 100, window: 50)
        let (scan, packets) = try listening(settings)
        #expect(
            packets == [
                [1, 0x02, 0x10, 0], [1, 0x0C, 0x20, 2, 0, 0], [1, 0x0B, 0x20, 7, 1, 160, 0, 80, 0, 0, 0],
                [1, 0x0C, 0x20, 2, 1, 0],
            ]
        )
        #expect(!scan.listensExtended)
    }

    @Test("it scans for extended advertisements where the controller can, unless it shall not")
    func extended() throws {
        var commands = Array(repeating: UInt8(0), count: 64)
        commands[37] = 0b0110_0000
        let (scan, packets) = try listening(commands: commands)
        #expect(scan.listensExtended)
        #expect(
            packets.dropFirst() == [
                [1, 0x42, 0x20, 6, 0, 0, 0, 0, 0, 0], [1, 0x41, 0x20, 8, 0, 0, 1, 0, 96, 0, 96, 0],
                [1, 0x42, 0x20, 6, 1, 0, 0, 0, 0, 0],
            ]
        )
        #expect(try !listening(ScanSettings(usesExtended: false), commands: commands).0.listensExtended)
    }

    @Test(
        "each hindrance has its state and its remedy, is told once, and ends by itself",
        arguments: [
            (AdapterScan.Sight.absent, AdapterState.unsupported), (.noBluetooth, .unsupported),
            (.blocked(byHardware: false), .poweredOff), (.blocked(byHardware: true), .poweredOff),
        ]
    )
    func sights(sight: AdapterScan.Sight, state: AdapterState) throws {
        var scan = AdapterScan()
        let told = notices(scan.handle(.seen(sight), at: 0))
        guard case .hindered(let hindrance)? = told.first else {
            Issue.record("nothing was told")
            return
        }
        #expect(hindrance.state == state)
        #expect(!hindrance.remedy.isEmpty)
        #expect(scan.handle(.tick, at: 500) == [.look])
        #expect(scan.handle(.seen(sight), at: 500).isEmpty)
        #expect(scan.handle(.tick, at: 1_000) == [.look])
        #expect(scan.handle(.seen(.up), at: 1_000) == [.open])
    }

    @Test("an adapter that is down is switched on once; what somebody switches off later stays off")
    func power() throws {
        var scan = AdapterScan()
        #expect(scan.handle(.seen(.down), at: 0) == [.powerOn])
        #expect(scan.handle(.failed(.notPermitted), at: 10) == [.tell(.hindered(.down))])
        #expect(scan.handle(.seen(.down), at: 500).isEmpty)
        var kept = AdapterScan(ScanSettings(powersOn: false))
        #expect(kept.handle(.seen(.down), at: 0) == [.tell(.hindered(.down))])
        var (running, _) = try listening()
        #expect(running.handle(.seen(.down), at: 100) == [.close, .tell(.hindered(.down))])
        #expect(running.handle(.seen(.down), at: 600).isEmpty)
        #expect(running.handle(.seen(.blocked(byHardware: false)), at: 1_100).count == 1)
        #expect(running.handle(.seen(.down), at: 1_600) == [.powerOn], "the switch had turned it off, not a person")
    }

    @Test("a missing capability shows when the first command is sent")
    func permission() {
        var scan = AdapterScan()
        _ = scan.handle(.seen(.up), at: 0)
        _ = scan.handle(.opened, at: 0)
        let effects = scan.handle(.failed(.notPermitted), at: 1)
        #expect(effects == [.close, .tell(.hindered(.notPermitted))])
        #expect(AdapterHindrance.notPermitted.state == .unauthorized)
        #expect(scan.handle(.tick, at: 500).isEmpty, "it is not tried again at once")
        #expect(scan.handle(.tick, at: 2_001) == [.look])
    }

    @Test("a controller that somebody else scans with, and one that does not answer, are told apart")
    func refusals() throws {
        var scan = AdapterScan()
        _ = scan.handle(.seen(.up), at: 0)
        var effects = scan.handle(.opened, at: 0)
        for _ in 0..<2 { effects = scan.handle(complete(try #require(sent(effects))), at: 0) }
        effects = scan.handle(complete(try #require(sent(effects)), 0x0C), at: 0)
        #expect(notices(effects) == [.hindered(.taken)])
        var silent = AdapterScan()
        _ = silent.handle(.seen(.up), at: 0)
        _ = silent.handle(.opened, at: 0)
        #expect(silent.handle(.tick, at: 1_999) == [.look])
        #expect(notices(silent.handle(.tick, at: 2_000)) == [.hindered(.unanswered(opcode: 0x1002))])
    }

    @Test("a scan that goes silent is started anew, each time later, and the gap is told when something is heard")
    func watchdog() throws {
        var (scan, _) = try listening()
        #expect(scan.handle(.packet(report), at: 1_000).isEmpty)
        #expect(scan.handle(.tick, at: 10_999) == [.look])
        var effects = scan.handle(.tick, at: 11_000)
        #expect(notices(effects) == [.restarted(silence: 10_000)])
        while let packet = sent(effects) { effects = scan.handle(complete(packet), at: 11_000) }
        #expect(notices(effects).isEmpty, "it has been listening all the time, as far as people care")
        #expect(scan.handle(.tick, at: 30_999) == [.look])
        #expect(notices(scan.handle(.tick, at: 31_000)) == [.restarted(silence: 30_000)])
        #expect(scan.handle(.packet(report), at: 31_500) == [.tell(.gap(30_500))])
        #expect(scan.handle(.packet(report), at: 31_600).isEmpty)
    }

    @Test("an adapter that is unplugged and plugged in again is listened to again, and the absence is told")
    func replug() throws {
        var (scan, _) = try listening()
        _ = scan.handle(.packet(report), at: 100)
        #expect(scan.handle(.lost, at: 1_000) == [.close, .tell(.hindered(.noAdapter))])
        #expect(scan.handle(.tick, at: 1_500) == [.look])
        #expect(scan.handle(.seen(.absent), at: 1_500).isEmpty)
        #expect(scan.handle(.seen(.down), at: 2_000) == [.powerOn])
        #expect(scan.handle(.seen(.up), at: 2_500) == [.open])
        var effects = scan.handle(.opened, at: 2_500)
        while let packet = sent(effects) { effects = scan.handle(complete(packet), at: 2_500) }
        #expect(notices(effects) == [.listening])
        #expect(scan.handle(.packet(report), at: 2_600) == [.tell(.gap(2_500))])
    }

    @Test("an end that comes before the answer to the scan's start ends the scan too")
    func stoppedEarly() throws {
        var scan = AdapterScan()
        _ = scan.handle(.seen(.up), at: 0)
        var effects = scan.handle(.opened, at: 0)
        let start: [UInt8] = [1, 0x0C, 0x20, 2, 1, 0]
        while let packet = sent(effects), packet != start { effects = scan.handle(complete(packet), at: 0) }
        try #require(sent(effects) == start)
        #expect(scan.handle(.stop, at: 1) == [.send([1, 0x0C, 0x20, 2, 0, 0]), .close])
        var setUp = AdapterScan()
        _ = setUp.handle(.seen(.up), at: 0)
        _ = setUp.handle(.opened, at: 0)
        #expect(setUp.handle(.stop, at: 1) == [.close], "nothing was started")
    }

    @Test("a look that fails for want of descriptors is no missing Bluetooth, and ends no scan")
    func unseen() throws {
        var scan = AdapterScan()
        #expect(notices(scan.handle(.seen(.unseen(.other(code: 24))), at: 0)) == [.hindered(.failed(code: 24))])
        #expect(notices(scan.handle(.seen(.unseen(.notPermitted)), at: 9)) == [.hindered(.notPermitted)])
        var (running, _) = try listening()
        #expect(running.handle(.seen(.unseen(.other(code: 24))), at: 5).isEmpty)
    }

    @Test("a reset by somebody else, and a hardware error, are a reset")
    func reset() throws {
        for packet: [UInt8] in [[0x04, 0x0E, 4, 1, 0x03, 0x0C, 0], [0x04, 0x10, 1, 0]] {
            var (scan, _) = try listening()
            #expect(scan.handle(.packet(packet), at: 5) == [.close, .tell(.hindered(.reset))])
            #expect(AdapterHindrance.reset.state == .resetting)
        }
    }

    @Test("a scan that is to rest before it began does not begin, and wakes with its settings")
    func restFromTheStart() throws {
        var scan = AdapterScan()
        _ = scan.handle(.rest, at: 0)
        _ = scan.handle(.seen(.up), at: 0)
        var effects = scan.handle(.opened, at: 0)
        var packets: [[UInt8]] = []
        while let packet = sent(effects) {
            packets.append(packet)
            effects = scan.handle(complete(packet), at: 0)
        }
        #expect(packets.count == 3)
        #expect(!packets.contains([1, 0x0C, 0x20, 2, 1, 0]), "nothing is scanned, not even for a moment")
        effects = scan.handle(.wake, at: 5_000)
        effects = scan.handle(complete(try #require(sent(effects))), at: 5_000)
        #expect(sent(effects) == [1, 0x0C, 0x20, 2, 1, 0])
    }

    @Test("a scan that rests is off, has no watchdog, and wakes with its settings")
    func rest() throws {
        var (scan, _) = try listening()
        #expect(scan.handle(.rest, at: 10) == [.send([1, 0x0C, 0x20, 2, 0, 0])])
        #expect(scan.handle(.tick, at: 100_000) == [.look])
        #expect(sent(scan.handle(.wake, at: 100_001))?.prefix(3) == [1, 0x0B, 0x20])
        #expect(scan.handle(.stop, at: 100_002) == [.close])
        #expect(scan.handle(.tick, at: 100_003).isEmpty)
    }
}
