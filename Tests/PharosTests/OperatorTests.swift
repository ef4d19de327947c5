import Foundation
import JSON
import Testing

@Suite("An operator")
struct OperatorTests {
    @Test(
        "root is told which folder the user of PostgreSQL may not enter, and what to do",
        .enabled(if: geteuid() == 0, "only root hands its database to another user")
    )
    func closedFolder() throws {
        let playground = try Playground()
        let closed = playground.path + "/closed"
        try FileManager.default.createDirectory(
            atPath: closed + "/inner",
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let ended = try run("pharosd", ["run", "--data", closed + "/inner/data", "--listen", "127.0.0.1:0"])
        #expect(ended.status == 74 && ended.out.isEmpty)
        #expect(ended.err.contains("the user postgres, who may not enter \(closed)."), "\(ended.err)")
        #expect(ended.err.contains("chmod o+x \(closed)"), "\(ended.err)")
        #expect(!ended.err.contains("initdb"), "\(ended.err)")
    }
}
