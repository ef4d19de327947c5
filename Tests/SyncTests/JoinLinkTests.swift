import Survey
import Sync
import TestSupport
import Testing

@Suite("Join link")
struct JoinLinkTests {
    @Test("a link says what it was made of", arguments: ["survey.example.org", "192.0.2.1", "2001:db8::1"])
    func roundTrip(host: String) {
        var random = SeededGenerator(Seed(value: 1))
        let link = JoinLink(host: host, port: 7_423, pin: random.digest(), code: random.bytes(JoinLink.codeSize))
        #expect(JoinLink(link.description) == link)
        #expect(JoinLink(link.description + "&later=1") == link)
    }

    @Test("what is no whole link is refused")
    func refused() throws {
        var random = SeededGenerator(Seed(value: 2))
        let link = JoinLink(host: "a", port: 1, pin: random.digest(), code: random.bytes(JoinLink.codeSize)).description
        for end in 0..<link.count { #expect(JoinLink(String(link.prefix(end))) == nil) }
        #expect(JoinLink("http" + link.dropFirst(6)) == nil)
        #expect(JoinLink(link.replacing(":1/", with: ":0/")) == nil)
        #expect(JoinLink(link.replacing("a:1", with: ":1")) == nil)
    }
}
