/// What an adapter can do for us now, in the words of Apple's Core Bluetooth.
public enum AdapterState: String, Hashable, Sendable, CaseIterable {
    /// Nothing is known yet.
    case unknown
    /// It starts anew, or somebody else has it: wait.
    case resetting
    /// There is no adapter, or no Bluetooth at all.
    case unsupported
    /// We may not use it.
    case unauthorized
    /// It is switched off.
    case poweredOff
    /// It listens.
    case poweredOn
}

/// Why an adapter does not listen.
public enum AdapterHindrance: Hashable, Sendable, CustomStringConvertible {
    /// Nothing was tried yet.
    case starting
    /// The kernel has no Bluetooth.
    case noBluetooth
    /// There is no adapter of this number: it was never there, or it was unplugged.
    case noAdapter
    /// The process lacks the capability for raw Bluetooth sockets.
    case notPermitted
    /// A switch, in software or on the case, turns all radios off.
    case blocked(byHardware: Bool)
    /// It is down, and we may not or shall not switch it on.
    case down
    /// Another program has it for itself, or scans in a way that excludes ours.
    case taken
    /// The controller was reset.
    case reset
    /// The controller refused a command, with the error code of the Core Specification (Vol 1, Part F).
    case refused(opcode: UInt16, status: UInt8)
    /// A command was not answered in time.
    case unanswered(opcode: UInt16)
    /// A system call failed with this error number.
    case failed(code: Int32)

    /// The state that this is a reason for.
    public var state: AdapterState {
        switch self {
        case .starting: .unknown
        case .noBluetooth, .noAdapter: .unsupported
        case .notPermitted: .unauthorized
        case .blocked, .down: .poweredOff
        case .taken, .reset, .refused, .unanswered, .failed: .resetting
        }
    }

    public var description: String {
        switch self {
        case .starting: "The adapter is being opened."
        case .noBluetooth: "This kernel has no Bluetooth."
        case .noAdapter: "The adapter is not there."
        case .notPermitted: "Raw Bluetooth sockets are not permitted to this program."
        case .blocked(let byHardware): "A \(byHardware ? "hardware" : "software") switch has turned the radios off."
        case .down: "The adapter is switched off."
        case .taken: "Another program has the adapter, or scans with it."
        case .reset: "The controller was reset."
        case .refused(let opcode, let status):
            "The controller refused the command \(Self.hexadecimal(opcode)) with the error \(Self.hexadecimal(status))."
        case .unanswered(let opcode): "The controller did not answer the command \(Self.hexadecimal(opcode))."
        case .failed(let code): "The system refused the adapter with the error number \(code)."
        }
    }

    /// What a person can do about it; the scan goes on by itself once it is done.
    public var remedy: String {
        switch self {
        case .starting, .reset: "Wait: the scan starts again by itself."
        case .noBluetooth: "Load the kernel's module: modprobe bluetooth."
        case .noAdapter: "Plug the adapter in, or name another one; ls /sys/class/bluetooth shows those there are."
        case .notPermitted:
            "Grant it: setcap cap_net_raw,cap_net_admin+ep PHAROS, or AmbientCapabilities=CAP_NET_RAW CAP_NET_ADMIN in a "
                + "systemd unit; then start it again."
        case .blocked(let byHardware):
            byHardware ? "Turn the switch on the machine's case." : "Turn them on: rfkill unblock bluetooth."
        case .down: "Switch it on: bluetoothctl power on, or hciconfig hci0 up; or grant cap_net_admin."
        case .taken: "End the other program's scan: bluetoothctl scan off, or stop what uses the adapter."
        case .refused, .unanswered, .failed: "If it stays so, unplug the adapter, or reload its driver."
        }
    }

    private static func hexadecimal(_ value: some BinaryInteger) -> String { "0x" + String(value, radix: 16) }
}

/// Something about an adapter that who listens should know.
public enum AdapterNotice: Hashable, Sendable {
    /// It listens now.
    case listening
    /// It cannot listen now; it will again by itself once it can.
    case hindered(AdapterHindrance)
    /// Nothing was heard for so many milliseconds: the scan was started anew.
    case restarted(silence: Int64)
    /// Something is heard again after a silence or an absence of so many milliseconds.
    case gap(Int64)
}
