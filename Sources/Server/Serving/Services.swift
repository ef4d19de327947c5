import Crypto
import EventLoop
import EventStore
import Survey
import Sync

/// What the conversations of a server share.
struct Services: Sendable {
    let loop: EventLoop
    let appender: Appender<SHA256>
    let reader: EventReader
    let agents: AgentStore
    let blobs: BlobStore
    let releases: ReleaseStore
    let requests: Requests
    /// What is wrong with the database.
    let complaints: Complaints
    /// A line for the log: what else is wrong on our side.
    let log: @Sendable (String) -> Void
}

/// The cryptography that a session needs.
struct SessionCryptography: Hashing, SignatureVerifying {
    func sha256(_ bytes: [UInt8]) -> Digest { SHA256().sha256(bytes) }

    func isValid(_ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]) -> Bool {
        Ed25519().isValid(signature, of: message, by: publicKey)
    }
}
