import Fingerprints
import Foundation
import Survey

/// Codes a value as the number of its place on a shelf: the codec's rules without its bytes.
final class ShelfCoding: ReleaseCoding, @unchecked Sendable {
    private let lock = NSLock()
    private var shelf: [AnyHashable] = []  // guarded by `lock`

    func encode(_ block: Block) -> [UInt8] { number(of: block) }
    func encode(_ manifest: Manifest) -> [UInt8] { number(of: manifest) }
    func encode(_ delta: ReleaseDelta) -> [UInt8] { number(of: delta) }

    func decodeBlock(_ bytes: [UInt8], named name: BlockName) -> Block? {
        (value(of: bytes) as? Block).flatMap { $0.name == name ? $0 : nil }
    }
    func decodeManifest(_ bytes: [UInt8]) -> Manifest? { value(of: bytes) as? Manifest }
    func decodeDelta(_ bytes: [UInt8]) -> ReleaseDelta? { value(of: bytes) as? ReleaseDelta }

    private func number(of value: AnyHashable) -> [UInt8] {
        lock.withLock {
            let number = shelf.firstIndex(of: value) ?? shelf.count
            if number == shelf.count { shelf.append(value) }
            return UInt64(number).bigEndianBytes
        }
    }

    private func value(of bytes: [UInt8]) -> AnyHashable? {
        lock.withLock {
            let number = UInt64(bigEndianBytes: bytes)
            return bytes.count == 8 && number < shelf.count ? shelf[Int(number)] : nil
        }
    }
}

/// Signs with a keyed hash: a wrong key or a changed message is noticed, which is all that the rules rest on.
struct ToySignatures: SignatureVerifying {
    static func sign(_ message: [UInt8], with key: UInt8) -> [UInt8] {
        FowlerNollVo().sha256([key] + message).bytes
    }

    func isValid(_ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]) -> Bool {
        signature == Self.sign(message, with: publicKey.first ?? 0)
    }
}
