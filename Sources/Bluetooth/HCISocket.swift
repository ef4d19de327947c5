import CBluetooth
import Glibc
import Radio

/// A raw HCI socket with one owner, closed with it.
struct HCISocket: ~Copyable {
    let descriptor: Int32

    /// More than a burst of a crowded hall while the loop is busy.
    private static let receiveBuffer: Int32 = 1 << 20

    /// Opens a socket that is bound to nothing: enough to look at adapters and to switch them on.
    init() throws(SystemFailure) {
        let descriptor = pharos_hci_socket()
        guard descriptor >= 0 else { throw SystemFailure(code: errno) }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Binds the socket to an adapter, for reports and answers alone.
    borrowing func bind(to adapter: UInt16) throws(SystemFailure) {
        guard pharos_hci_filter(descriptor) == 0, pharos_hci_bind(descriptor, adapter) == 0 else {
            throw SystemFailure(code: errno)
        }
        var size = Self.receiveBuffer
        // A smaller buffer would do for all but the most crowded halls.
        _ = setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    /// What is seen of an adapter, without touching it.
    borrowing func look(at adapter: UInt16) -> AdapterScan.Sight {
        var flags: UInt32 = 0
        guard pharos_hci_flags(descriptor, adapter, &flags) == 0 else { return .absent }
        if let isHard = RadioSwitch.blocks(adapter) { return .blocked(byHardware: isHard) }
        return pharos_hci_is_up(flags) == 1 ? .up : .down
    }

    /// Sends one packet.
    borrowing func send(_ packet: [UInt8]) throws(SystemFailure) {
        let count = packet.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard count == packet.count else { throw SystemFailure(code: count < 0 ? errno : EIO) }
    }

    /// The next packet; nil where none waits.
    borrowing func receive() throws(SystemFailure) -> [UInt8]? {
        var code: Int32 = 0
        let packet = [UInt8](unsafeUninitializedCapacity: Int(HCI_MAX_FRAME_SIZE)) { buffer, count in
            let result = read(descriptor, buffer.baseAddress, buffer.count)
            code = result < 0 ? errno : 0
            count = max(0, result)
        }
        if code == EAGAIN || code == EINTR { return nil }
        guard code == 0, !packet.isEmpty else { throw SystemFailure(code: code == 0 ? EPIPE : code) }
        return packet
    }

    /// Switches an adapter on, and waits for its controller: never on a loop.
    static func powerOn(_ adapter: UInt16) throws(SystemFailure) {
        let socket = try HCISocket()
        guard pharos_hci_power_on(socket.descriptor, adapter) == 0 || errno == EALREADY else {
            throw SystemFailure(code: errno)
        }
    }
}

/// A system call that failed.
struct SystemFailure: Error {
    let code: Int32

    /// What it means that no socket can be had to look at an adapter.
    var sight: AdapterScan.Sight { code == EAFNOSUPPORT ? .noBluetooth : .unseen(meaning) }

    /// What the failure means for a scan.
    var meaning: AdapterScan.Failure {
        switch code {
        case EPERM, EACCES: .notPermitted
        case ENODEV, EPIPE, ENETDOWN, ENXIO, EBADFD: .gone
        case ERFKILL: .blocked
        case EBUSY, EUSERS: .busy
        default: .other(code: code)
        }
    }
}
