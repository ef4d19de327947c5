import CProtobufC
import Survey

/// Numbers for beacon identities, found by their canonical bytes.
///
/// Identities come from the air, so a stranger chooses them: the table is Swift's own, whose hashing is seeded.
struct IdentityNumbers {
    /// The identities by number.
    private(set) var identities: [BeaconIdentity] = []
    private var short: [ShortIdentity: UInt32] = [:]
    private var long: [BeaconIdentity: UInt32] = [:]

    /// The number of the identity that some bytes hold; a new one where it was not seen before.
    mutating func number(of bytes: ProtobufCBinaryData) throws(MalformedMessage) -> UInt32 {
        let key = ShortIdentity(bytes)
        if let key, let known = short[key] { return known }
        let identity = try bytes.identity("identities")
        if key == nil, let known = long[identity] { return known }
        let number = UInt32(identities.count)
        identities.append(identity)
        if let key { short[key] = number } else { long[identity] = number }
        return number
    }
}

/// The canonical bytes of an identity and their number in 32 bytes: every one but a long name has room.
private struct ShortIdentity: Hashable {
    private let words: SIMD4<UInt64>

    init?(_ bytes: ProtobufCBinaryData) {
        guard bytes.len < 32, let data = bytes.data else { return nil }
        var words = SIMD4<UInt64>()
        withUnsafeMutableBytes(of: &words) { room in
            room.baseAddress!.copyMemory(from: data, byteCount: bytes.len)
            room[31] = UInt8(bytes.len)
        }
        self.words = words
    }

    func hash(into hasher: inout Hasher) {
        withUnsafeBytes(of: words) { hasher.combine(bytes: $0) }
    }
}
