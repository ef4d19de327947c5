import Crypto
import Survey
import TestSupport
import Testing

@Suite("SHA-256")
struct SHA256Tests {
    @Test(
        "gives the digests of FIPS 180-4",
        arguments: [
            ("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
        ]
    )
    func vectors(text: String, times: Int, digest: String) {
        #expect(SHA256().sha256(Array(String(repeating: text, count: times).utf8)).description == digest)
    }

    @Test(
        "pieces of any size give the digest of the whole, and a copy goes its own way",
        arguments: Seed.forThisRun(20)
    )
    func pieces(seed: Seed) {
        var random = SeededGenerator(seed)
        let bytes = (0..<Int.random(in: 0...5_000, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random)
        }
        var running = RunningSHA256()
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + Int.random(in: 0...200, using: &random))
            running.update(Array(bytes[start..<end]))
            start = end
        }
        var copy = running
        copy.update([1])
        #expect(running.digest() == SHA256().sha256(bytes))
        #expect(copy.digest() == SHA256().sha256(bytes + [1]))
    }
}
