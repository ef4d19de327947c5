import Glibc
public import Survey

/// A plan or picture that an event names.
public struct Blob: Hashable, Sendable {
    public let hash: Digest
    public let byteCount: UInt64
    /// Bytes from the start that are here, durably.
    public let received: UInt64
    /// Whether the server said that it holds the whole.
    public let isSafe: Bool

    /// Whether all of it is here and has the right hash.
    public var isHere: Bool { received == byteCount }
}

extension EdgeLog {
    /// Keeps a plan or picture as a file beside the log, before the event that names it is written.
    ///
    /// - Returns: Its SHA-256. The same bytes twice are kept once.
    @discardableResult
    public func keepBlob(_ bytes: [UInt8]) throws(EdgeLogError) -> Digest {
        let hash = hashing.sha256(bytes)
        try DurableFile.makeDirectory(installation.plansDirectory)
        try DurableFile.write(bytes, to: path(of: hash), mode: 0o600)
        try DurableFile.flushDirectory(installation.plansDirectory)
        try record(hash, byteCount: UInt64(bytes.count), received: UInt64(bytes.count))
        return hash
    }

    /// Notes that a pulled event names a blob, so that it is fetched; nothing changes where it is known.
    public func expectBlob(_ hash: Digest, byteCount: UInt64) throws(EdgeLogError) {
        try write { connection throws(EdgeLogError) in
            var insert = try Statement(
                "INSERT INTO blob (hash, byte_count) VALUES (?1, ?2) ON CONFLICT (hash) DO NOTHING",
                on: connection
            )
            try insert.bind(hash, at: 1)
            try insert.bind(byteCount, at: 2)
            try insert.run()
        }
    }

    /// All blobs that the log knows of, in the order of their hashes.
    public func blobs() throws(EdgeLogError) -> [Blob] {
        var select = try Statement(
            "SELECT hash, byte_count, received, is_safe FROM blob ORDER BY hash",
            on: try running()
        )
        var blobs: [Blob] = []
        while try select.step() {
            guard let hash = select.digest(at: 0) else { continue }  // the table holds nothing else
            blobs.append(
                Blob(
                    hash: hash,
                    byteCount: select.unsigned(at: 1),
                    received: select.unsigned(at: 2),
                    isSafe: select.flag(at: 3)
                )
            )
        }
        return blobs
    }

    /// Bytes of a blob that is here.
    public func readBlob(_ hash: Digest, from offset: UInt64, count: Int) throws(EdgeLogError) -> [UInt8] {
        let path = path(of: hash)
        return try DurableFile.withDescriptor(path, O_RDONLY, 0) { descriptor throws(EdgeLogError) in
            try DurableFile.read(from: descriptor, at: Int64(offset), count: count, path: path)
        }
    }

    /// Adds the next piece of a blob that is being fetched, durably; the last piece completes it once the hash is right.
    ///
    /// - Throws: ``EdgeLogError/wrongBlob(_:)`` where the whole has another hash: it is thrown away.
    public func receive(_ bytes: [UInt8], of hash: Digest, at offset: UInt64) throws(EdgeLogError) {
        guard let blob = try blobs().first(where: { $0.hash == hash }), offset == blob.received, !blob.isHere,
            UInt64(bytes.count) <= blob.byteCount - offset
        else { return }  // asked for twice, or not at all: what is here stays
        let draft = path(of: hash) + ".part"
        try DurableFile.makeDirectory(installation.plansDirectory)
        try DurableFile.withDescriptor(draft, O_WRONLY | O_CREAT, 0o600) { descriptor throws(EdgeLogError) in
            // What a crash left beyond the noted length is cut off.
            guard ftruncate(descriptor, off_t(offset)) == 0, lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else {
                throw DurableFile.failure(draft)
            }
            try DurableFile.write(bytes, to: descriptor, path: draft)
            guard fdatasync(descriptor) == 0 else { throw DurableFile.failure(draft) }
        }
        let received = offset + UInt64(bytes.count)
        if received == blob.byteCount {
            guard hashing.sha256(try DurableFile.read(draft)) == hash else {
                unlink(draft)
                try record(hash, byteCount: blob.byteCount, received: 0)
                throw .wrongBlob(hash)
            }
            guard rename(draft, path(of: hash)) == 0 else { throw DurableFile.failure(draft) }
            try DurableFile.flushDirectory(installation.plansDirectory)
        }
        try record(hash, byteCount: blob.byteCount, received: received)
        if received == blob.byteCount { try markBlobSafe(hash) }
    }

    /// Notes that the server holds the whole of a blob.
    public func markBlobSafe(_ hash: Digest) throws(EdgeLogError) { try setSafe(hash, true) }

    /// Notes that the server lacks a blob after all, as one does that was restored.
    public func markBlobUnsafe(_ hash: Digest) throws(EdgeLogError) { try setSafe(hash, false) }

    private func setSafe(_ hash: Digest, _ isSafe: Bool) throws(EdgeLogError) {
        try write { connection throws(EdgeLogError) in
            var update = try Statement("UPDATE blob SET is_safe = ?2 WHERE hash = ?1", on: connection)
            try update.bind(hash, at: 1)
            try update.bind(isSafe, at: 2)
            try update.run()
        }
    }

    /// The file of a blob that is here.
    public func path(of hash: Digest) -> String { "\(installation.plansDirectory)/\(hash)" }

    private func record(_ hash: Digest, byteCount: UInt64, received: UInt64) throws(EdgeLogError) {
        try write { connection throws(EdgeLogError) in
            var upsert = try Statement(
                """
                INSERT INTO blob (hash, byte_count, received) VALUES (?1, ?2, ?3)
                    ON CONFLICT (hash) DO UPDATE SET byte_count = excluded.byte_count, received = excluded.received
                """,
                on: connection
            )
            try upsert.bind(hash, at: 1)
            try upsert.bind(byteCount, at: 2)
            try upsert.bind(received, at: 3)
            try upsert.run()
        }
    }
}
