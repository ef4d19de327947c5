import Crypto
import Survey
import Testing

@Suite("Server identity")
struct ServerIdentityTests {
    @Test("a stored identity has the same pin, and another one has another")
    func stored() throws {
        let identity = try ServerIdentity()
        #expect(try ServerIdentity(certificate: identity.certificate, privateKey: identity.privateKey) == identity)
        #expect(try ServerIdentity().pin != identity.pin)
    }

    @Test("what is no key, or somebody else's, is refused")
    func refused() throws {
        let (ours, theirs) = (try ServerIdentity(), try ServerIdentity())
        #expect(throws: CryptoError.invalidKey(kind: "the certificate of this private key")) {
            try ServerIdentity(certificate: ours.certificate, privateKey: theirs.privateKey)
        }
        #expect(throws: CryptoError.invalidKey(kind: "a certificate")) {
            try ServerIdentity(certificate: ours.privateKey, privateKey: ours.privateKey)
        }
        #expect(throws: CryptoError.invalidKey(kind: "a private key")) {
            try ServerIdentity(certificate: ours.certificate, privateKey: [1, 2, 3])
        }
        #expect(throws: CryptoError.self) { try ServerIdentity(certificate: [], privateKey: []) }
    }
}
