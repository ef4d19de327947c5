import Glibc
import RadioSimulator
import Survey

/// Connects a controller with `/dev/vhci`: commands in, answers and the hall's advertisements out.
struct ControllerSession {
    private let device: Int32
    private let log: String
    private let limit: Int
    private var controller: Controller
    private var hall = HallOnAir(seed: 1)
    private var sent = 0

    init(device: Int32, log: String, limit: Int, controller: Controller) {
        self.device = device
        self.log = log
        self.limit = limit == 0 ? .max : limit
        self.controller = controller
    }

    /// Serves until the kernel ends it, or a signal the process.
    mutating func run() {
        while true {
            var ready = pollfd(fd: device, events: Int16(POLLIN), revents: 0)
            let wait = controller.isScanning && sent < limit ? max(0, hall.nextTime - Self.now) : -1
            let count = poll(&ready, 1, Int32(min(wait, 60_000)))
            if count > 0, !serve() { return }
            if count < 0, errno != EINTR { return }
            if controller.isScanning { play() }
        }
    }

    /// Answers one command; false when the device is gone.
    private mutating func serve() -> Bool {
        var code = 0
        let packet = [UInt8](unsafeUninitializedCapacity: 1_024) { buffer, count in
            code = read(device, buffer.baseAddress, buffer.count)
            count = max(0, code)
        }
        guard code > 0 else { return code < 0 && errno == EINTR }
        let wasScanning = controller.isScanning
        guard let answer = controller.answer(packet) else { return true }
        send(answer)
        if controller.isScanning, !wasScanning {
            hall.start(at: Self.now)
            note("on \(Self.now)")
        }
        if wasScanning, !controller.isScanning {
            note("sent \(sent)")
            note("off \(Self.now)")
        }
        return true
    }

    /// The most advertisements between two looks for commands: a slow machine is never too busy to be told to stop.
    private static let burst = 8

    /// Sends what is due, as far as a burst goes.
    private mutating func play() {
        for _ in 0..<Self.burst where sent < limit && hall.nextTime <= Self.now {
            send(HallOnAir.event(hall.next(), isExtended: controller.isExtended))
            sent += 1
            if sent == limit { note("sent \(sent)") }
        }
    }

    private func send(_ packet: [UInt8]) {
        // The kernel takes a packet whole; one that it refuses is told, since the test counts.
        if write(device, packet, packet.count) != packet.count { note("refused \(errno)") }
    }

    private func note(_ line: String) {
        let descriptor = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let bytes = Array((line + "\n").utf8)
        _ = write(descriptor, bytes, bytes.count)
    }

    /// Milliseconds since the machine was started.
    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
