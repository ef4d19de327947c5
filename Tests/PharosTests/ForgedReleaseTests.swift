import EventLoop
import Foundation
import JSON
import LoopSupport
import Testing

/// A device that holds release 1, and a server that has published release 2, of which every block is another.
@Suite("Pulling from a server or a network that lies", .serialized)
struct ForgedReleaseTests {
    private let playground: Playground
    private let server: RunningServer
    private let ada: Surveyor
    private let device: Surveyor

    init() throws {
        playground = try Playground()
        server = try RunningServer(in: playground)
        ada = try Surveyor.founder(of: server, in: playground)
        try ada.tell("walk", "simulate", "A")
        try ada.tell("sync")
        #expect(try ada.tell("publish").integer("release") == 1)
        device = Surveyor("device", in: playground)
    }

    /// Lets the device join by an address, and pull release 1; then everything changes, and release 2 comes out.
    private func meet(at address: String) throws {
        let link = try #require(try ada.tell("invite", "--role", "device")["link"]?.text)
        try device.tell("join", link.replacing(server.address, with: address))
        try #require(try device.tell("pull").integer("to") == 1)
        try ada.tell("floor", "rename", "Hall", "Great Hall")
        try ada.tell("walk", "simulate", "A")
        try ada.tell("beacon", "replace", "S1", "ibeacon:F7826DA6-4FA2-4E98-8024-BC5B71E0893E/1/2", "--reason", "dead")
        try ada.tell("sync")
        try #require(try ada.tell("publish").integer("release") == 2)
    }

    /// The release by which an installation answers a scan, without a network.
    private func inUse(_ device: Surveyor) throws -> Int64? {
        let scan = #"{"t":1000,"readings":[{"id":"ibeacon:F7826DA6-4FA2-4E98-8024-BC5B71E0893E/1/1","rssi":-60}]}"#
        return try device.type("locate", "--metric", "absolute", "--json", input: scan + "\n").answer.integer("release")
    }

    /// A copy of the device as it is.
    private func twin(_ name: String) throws -> Surveyor {
        let twin = Surveyor("twin-\(name)", in: playground)
        try device.clone(to: twin)
        return twin
    }

    private static let flip = "set_byte(%, octet_length(%) - 1, get_byte(%, octet_length(%) - 1) # 1)"

    /// What is done to the server's rows, what the device says of it, and its exit status.
    private static let lies: [(name: String, sql: String, says: String, status: Int32)] = [
        ("a bit of each block", "UPDATE block SET bytes = \(flip.replacing("%", with: "bytes"))", "does not have", 65),
        ("short blocks", "UPDATE block SET bytes = substring(bytes FOR octet_length(bytes) - 1)", "does not have", 65),
        ("long blocks", "UPDATE block SET bytes = bytes || '\\x00'", "does not have", 65),
        (
            "swapped blocks",
            "UPDATE block b SET bytes = (SELECT k.bytes FROM kept_block k WHERE k.hash <> b.hash ORDER BY hash LIMIT 1)",
            "does not have", 65
        ),
        ("no blocks", "DELETE FROM block", "publish again", 69),
        (
            "a bit of the signature",
            "UPDATE release SET manifest = \(flip.replacing("%", with: "manifest")) WHERE number = 2", "not signed", 65
        ),
        (
            "a short manifest", "UPDATE release SET manifest = substring(manifest FOR 40) WHERE number = 2",
            "cannot be read", 65
        ),
        ("an empty manifest", "UPDATE release SET manifest = '\\x' WHERE number = 2", "cannot be read", 65),
    ]

    @Test("blocks and manifests that are damaged, swapped or gone at the server leave the old release in use")
    func tamperedRows() throws {
        try meet(at: server.address)
        try server.ask("CREATE TABLE kept_block AS SELECT * FROM block")
        try server.ask("CREATE TABLE kept_release AS SELECT * FROM release")
        for lie in Self.lies {
            let twin = try twin(lie.name.replacing(" ", with: "-"))
            try server.ask(lie.sql)
            let pull = try twin.type("pull", "--json")
            #expect(pull.status == lie.status && pull.out.isEmpty, "\(lie.name): \(pull.status) \(pull.err)")
            #expect(pull.err.contains(lie.says), "\(lie.name): \(pull.err)")
            #expect(try inUse(twin) == 1, "\(lie.name)")
            try server.ask("DELETE FROM block; INSERT INTO block SELECT * FROM kept_block")
            try server.ask("DELETE FROM release; INSERT INTO release SELECT * FROM kept_release")
            #expect(try twin.tell("pull").integer("to") == 2, "\(lie.name)")
            #expect(try inUse(twin) == 2, "\(lie.name)")
        }
        // An old manifest under a new number: whoever holds a newer one does not go back.
        try device.tell("pull")
        try server.ask(
            """
            INSERT INTO release (project_id, number, position, manifest_hash, manifest)
            SELECT project_id, 3, position, decode(repeat('07', 32), 'hex'), manifest FROM release WHERE number = 1
            """
        )
        let old = try device.type("pull")
        #expect(old.status == 65 && old.err.contains("not newer than release 2"), "\(old.err)")
        #expect(try inUse(device) == 2)
    }

    @Test("a release that another key signed is refused, as is a change of assignments; the venue's own is taken")
    func otherKey() throws {
        try meet(at: server.address)
        try device.tell("pull")
        let key = try server.ask("SELECT encode(signing_key, 'hex') FROM project")
        try ada.tell("beacon", "replace", "S1", "ibeacon:F7826DA6-4FA2-4E98-8024-BC5B71E0893E/1/3", "--reason", "dead")
        try ada.tell("sync")
        try server.ask("UPDATE project SET signing_key = sha256('forger')")
        try ada.tell("publish")
        let pull = try device.type("pull", "--json")
        #expect(pull.status == 65 && pull.out.isEmpty && pull.err.contains("not signed by this project's key"))
        #expect(pull.err.contains("new join link"))
        #expect(try inUse(device) == 2)
        try server.ask("UPDATE project SET signing_key = decode('\(key)', 'hex')")
        let next = try #require(try ada.tell("publish").integer("release"))
        #expect(try device.tell("pull").integer("to") == next)
        #expect(try inUse(device) == next)
    }

    @Test("another server at the same address is not listened to")
    func impostor() throws {
        try meet(at: server.address)
        server.stop()
        let impostor = try RunningServer(in: playground, data: "impostor", at: server.address)
        let pull = try device.type("pull", "--json")
        #expect(pull.status == 69 && pull.out.isEmpty && pull.err.contains("key"), "\(pull.status) \(pull.err)")
        #expect(try inUse(device) == 1)
        impostor.stop()
        try server.start()
        #expect(try device.tell("pull").integer("to") == 2)
    }

    @Test("a pull that is cut, damaged or killed at any place leaves the old release in use, and the next one goes on")
    func network() async throws {
        let loop = try EventLoop()
        let port = try #require(server.address.split(separator: ":").last.flatMap { UInt16($0) })
        let proxy = try await FaultyProxy.start(to: Endpoint(host: "127.0.0.1", port: port), on: loop)
        try meet(at: await proxy.endpoint.description)
        let before = try blocks(of: device).count
        var halfway: Int?
        var place = 100
        while true {
            let twin = try twin("\(place)")
            await proxy.meet(.cut(.down, after: place))
            let cut = try twin.type("pull")
            if cut.status == 0 { break }
            #expect(cut.status == 69 && !cut.err.isEmpty, "cut after \(place): \(cut.status) \(cut.err)")
            if try blocks(of: twin).count > before { halfway = place }
            await proxy.meet(.flip(.down, at: place))
            let flipped = try twin.type("pull")
            if place < 500 { #expect(flipped.status != 0, "flipped at \(place)") }  // nothing arrives before that
            #expect(flipped.status == 0 || flipped.status == 69, "flipped at \(place): \(flipped.err)")
            if flipped.status != 0 { #expect(try inUse(twin) == 1) }
            await proxy.meet(.none)
            #expect(try twin.tell("pull").integer("to") == 2, "cut after \(place)")
            #expect(try inUse(twin) == 2)
            place += 300
        }
        // Nothing comes any more after some blocks: there it dies.
        await proxy.meet(.hang(.down, after: try #require(halfway)))
        let twin = try twin("killed")
        let pull = try twin.start("pull")
        while try blocks(of: twin).count == before {  // until something has arrived
            try #require(pull.isRunning)
            usleep(20_000)
        }
        kill(pull.processIdentifier, SIGKILL)
        pull.waitUntilExit()
        #expect(try inUse(twin) == 1)
        #expect(try twin.tell("pull").integer("to") == 2)
        #expect(try inUse(twin) == 2)
        await proxy.close()
        await loop.shutdown()
    }

    /// The blocks that an installation has, whole or not.
    private func blocks(of device: Surveyor) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: device.home + "/releases/blocks")
    }
}
