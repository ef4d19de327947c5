import Crypto
import Survey
import TestSupport
import Testing

@Suite("Ed25519")
struct Ed25519Tests {
    /// RFC 8032, section 7.1, tests 1 to 3.
    @Test(
        "gives the keys and signatures of RFC 8032",
        arguments: [
            [
                "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
                "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
                "",
                "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
            ],
            [
                "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
                "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
                "72",
                "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
            ],
            [
                "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
                "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
                "af82",
                "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
            ],
        ]
    )
    func vectors(vector: [String]) throws {
        let bytes = try vector.map { try #require([UInt8](hexadecimal: $0)) }
        let key = try SigningKey(bytes: bytes[0])
        #expect(key.publicKey == bytes[1])
        #expect(try key.signature(of: bytes[2]) == bytes[3])
        #expect(Ed25519().isValid(bytes[3], of: bytes[2], by: bytes[1]))
    }

    @Test("a signature holds for its message, its key and no other bit", arguments: Seed.forThisRun(20))
    func tampering(seed: Seed) throws {
        var random = SeededGenerator(seed)
        let key = try SigningKey()
        let message = (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
        let signature = try key.signature(of: message)
        #expect(Ed25519().isValid(signature, of: message, by: key.publicKey))
        #expect(!Ed25519().isValid(signature.flipped(using: &random), of: message, by: key.publicKey))
        #expect(!Ed25519().isValid(signature, of: message.flipped(using: &random), by: key.publicKey))
        #expect(!Ed25519().isValid(signature, of: message, by: try SigningKey().publicKey))
    }

    @Test("keys and signatures of another length are refused, not read beyond their end")
    func lengths() throws {
        let key = try SigningKey()
        let signature = try key.signature(of: [1, 2, 3])
        #expect(!Ed25519().isValid(Array(signature.dropLast()), of: [1, 2, 3], by: key.publicKey))
        #expect(!Ed25519().isValid(signature, of: [1, 2, 3], by: Array(key.publicKey.dropLast())))
        #expect(!Ed25519().isValid([], of: [], by: []))
        #expect(throws: CryptoError.invalidKey(kind: "an Ed25519 private key")) { try SigningKey(bytes: [1]) }
    }

    @Test("a stored key is the same key")
    func stored() throws {
        let key = try SigningKey()
        #expect(try SigningKey(bytes: key.bytes).publicKey == key.publicKey)
        #expect(try SigningKey().publicKey != key.publicKey)
    }
}

extension [UInt8] {
    /// The bytes with one random bit changed.
    fileprivate func flipped(using random: inout SeededGenerator) -> Self {
        var bytes = self
        bytes[Int.random(in: 0..<count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        return bytes
    }
}
