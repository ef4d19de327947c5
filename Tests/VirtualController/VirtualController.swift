import Glibc
import RadioSimulator

/// `virtual-controller REPORTS LOG [--extended] [--refuse]`: a Bluetooth controller of software, on `/dev/vhci`.
///
/// It plays the simulated hall to whoever scans, sends that many advertising reports in all, then falls silent, and
/// appends `on MILLISECONDS`, `off MILLISECONDS` and `sent N` to the log each time a scan begins and ends. With 0 it plays for as long as it runs.
@main
enum VirtualController {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count >= 2, let limit = Int(words[0]) else {
            complain("usage: virtual-controller REPORTS LOG [--extended] [--refuse]")
            exit(64)
        }
        let device = open("/dev/vhci", O_RDWR | O_CLOEXEC)
        guard device >= 0 else {
            complain("/dev/vhci cannot be opened: \(String(cString: strerror(errno)))")
            exit(69)
        }
        // The first packet asks for a controller of the primary kind.
        guard write(device, [0xFF, 0x00], 2) == 2 else {
            complain("The kernel gives no virtual controller: \(String(cString: strerror(errno)))")
            exit(69)
        }
        let controller = Controller(isExtended: words.contains("--extended"), refusesScans: words.contains("--refuse"))
        var session = ControllerSession(device: device, log: words[1], limit: limit, controller: controller)
        session.run()
    }

    private static func complain(_ text: String) {
        let line = Array((text + "\n").utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}
