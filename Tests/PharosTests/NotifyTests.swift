import Foundation
import JSON
import Testing

@Suite("Notifying", .serialized)
struct NotifyTests {
    private static let beacon = "F7826DA6-4FA2-4E98-8024-BC5B71E0893E"

    private func scan(second: Int) -> String {
        #"{"t":\#(second * 1_000),"readings":[{"id":"ibeacon:\#(Self.beacon)/1/1","rssi":-50}]}"# + "\n"
    }

    @Test("a visit that is killed in the middle goes on where it was: nothing is told twice")
    func killed() throws {
        let playground = try Playground()
        let server = try RunningServer(in: playground)
        let ada = try Surveyor.founder(of: server, in: playground)
        try ada.tell("region", "define", "Door", Self.beacon)
        try ada.tell("publish")
        let device = Surveyor("device", in: playground)
        try device.tell("join", #require(ada.tell("invite", "--role", "device")["link"]?.text))
        try device.tell("pull")

        let memory = playground.path + "/memory.json"
        let process = program("pharos", ["notify", "-", "--memory", memory, "--home", device.home])
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(scan(second: 0).utf8))
        let told = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        #expect(told.contains("Door"))
        // The next scan is answered with nothing, but what precedes it has been kept when the file says so.
        while !FileManager.default.fileExists(atPath: memory) { usleep(20_000) }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()

        let rest = (1..<9).map { scan(second: $0) }.joined()
        let again = try device.type("notify", "-", "--memory", memory, input: rest)
        #expect(again.status == 0 && again.out == "", "\(again.out)\(again.err)")
    }
}
