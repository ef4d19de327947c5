import Crypto
import Fingerprints
public import Survey
import Wire

/// The releases on a device: the one in use, the one before, and pieces of the next.
///
/// ```
/// current          the manifest of the release in use; replaced atomically once every block of the next is there
/// previous         the manifest before it: used where the current one turns out to be damaged
/// blocks/<hash>    whole blocks, checked; blocks/<hash>.part is on its way
/// ```
/// What is on disk is checked like what was downloaded: signature, hashes, sizes.
public struct ReleaseCache: Sendable {
    public let path: String
    let rules: ReleaseRules<ReleaseCoder, SHA256, Ed25519>
    private let coder = ReleaseCoder()

    /// The cache in a directory, for the releases that a project's key signs.
    public init(at path: String, project: ProjectID, projectKey: [UInt8]) {
        self.path = path
        rules = ReleaseRules(
            project: project,
            projectKey: projectKey,
            coding: coder,
            hashing: SHA256(),
            verifier: Ed25519()
        )
    }

    /// The release in use, with everything that belongs to it; the one before where the newer one is damaged.
    ///
    /// - Throws: ``DeviceError/noRelease(path:)`` before the first pull, ``DeviceError/damaged(path:)`` where neither
    ///   can be read.
    public func release() throws(DeviceError) -> ReleaseOnDisk {
        var foundAny = false
        for name in ["current", "previous"] {
            guard let bytes = try ReleaseFiles.read("\(path)/\(name)") else { continue }
            foundAny = true
            if let release = try read(bytes) { return release }
        }
        throw foundAny ? .damaged(path: path) : .noRelease(path: path)
    }

    /// The release in use; nil where there is none that can be read, so that a pull starts from nothing.
    func held() throws(DeviceError) -> ReleaseOnDisk? {
        do {
            return try release()
        } catch {
            switch error {
            case .noRelease, .damaged: return nil
            default: throw error
            }
        }
    }

    /// Reads a release from its manifest; nil where anything of it is missing or wrong.
    private func read(_ bytes: [UInt8]) throws(DeviceError) -> ReleaseOnDisk? {
        guard let manifest = try? rules.accept(manifest: bytes, holding: nil) else { return nil }  // damaged: see above
        var blocks: [Block] = []
        for reference in manifest.blocks {
            guard
                let content = try ReleaseFiles.read(blockPath(reference.hash)),
                let block = try? rules.accept(block: content, as: reference)  // damaged: see above
            else { return nil }
            blocks.append(block)
        }
        return ReleaseOnDisk(manifest: manifest, manifestBytes: bytes, blocks: blocks)
    }

    /// How many bytes of a block are here; nil where the whole is.
    func progress(of block: BlockReference) throws(DeviceError) -> UInt64? {
        if let whole = try ReleaseFiles.read(blockPath(block.hash)) {
            if (try? rules.accept(block: whole, as: block)) != nil { return nil }
            ReleaseFiles.remove(blockPath(block.hash))  // damaged on disk: it is fetched again
        }
        let part = partPath(block.hash)
        let size = ReleaseFiles.size(part) ?? 0
        if size <= block.byteCount { return size }
        ReleaseFiles.remove(part)
        return 0
    }

    /// Keeps a piece of a block, which continues what is here; false where the whole has another content.
    func store(_ bytes: [UInt8], at offset: UInt64, of block: BlockReference) throws(DeviceError) -> Bool {
        let part = partPath(block.hash)
        try ReleaseFiles.makeDirectory("\(path)/blocks")
        guard ReleaseFiles.size(part) ?? 0 == offset, offset + UInt64(bytes.count) <= block.byteCount else {
            ReleaseFiles.remove(part)
            return false
        }
        try ReleaseFiles.append(bytes, to: part)
        guard offset + UInt64(bytes.count) == block.byteCount else { return true }
        guard
            let whole = try ReleaseFiles.read(part),
            (try? rules.accept(block: whole, as: block)) != nil  // what is wrong with it does not matter: it goes
        else {
            ReleaseFiles.remove(part)
            return false
        }
        try ReleaseFiles.move(part, to: blockPath(block.hash))
        return true
    }

    /// Forgets what is here of a block that is not whole.
    func dropPiece(of block: BlockReference) { ReleaseFiles.remove(partPath(block.hash)) }

    /// Keeps a block that the device made itself.
    func store(whole bytes: [UInt8], as hash: Digest) throws(DeviceError) {
        try ReleaseFiles.makeDirectory("\(path)/blocks")
        try ReleaseFiles.replace(blockPath(hash), with: bytes)
    }

    /// Puts a release into use, of which every block is here; then removes what neither it nor the one before needs.
    func use(_ manifest: [UInt8]) throws(DeviceError) {
        guard let next = try read(manifest) else { throw .damaged(path: path) }
        let current = try ReleaseFiles.read("\(path)/current")
        var kept = Set(next.manifest.blocks.map(\.hash))
        if let current, current != manifest, let before = try read(current) {
            try ReleaseFiles.replace("\(path)/previous", with: current)
            kept.formUnion(before.manifest.blocks.map(\.hash))
        } else if let previous = try ReleaseFiles.read("\(path)/previous"), let before = try read(previous) {
            kept.formUnion(before.manifest.blocks.map(\.hash))
        }
        try ReleaseFiles.replace("\(path)/current", with: manifest)
        for name in ReleaseFiles.names(in: "\(path)/blocks") {
            if let hash = Digest(String(name.prefix { $0 != "." })), kept.contains(hash), name == hash.description {
                continue
            }
            ReleaseFiles.remove("\(path)/blocks/\(name)")
        }
    }

    private func blockPath(_ hash: Digest) -> String { "\(path)/blocks/\(hash)" }
    private func partPath(_ hash: Digest) -> String { "\(path)/blocks/\(hash).part" }
}
