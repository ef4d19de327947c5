public import Survey

/// Why a device does not take a release.
public enum ReleaseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The bytes are no manifest, no delta, or no block of that name.
    case malformed(String)
    case otherProject(found: ProjectID)
    /// The manifest was not signed by the project's key.
    case badSignature(release: UInt64)
    /// The release is older than the one held, or another one of the same number.
    case notNewer(held: UInt64, offered: UInt64)
    /// The program is too old to read the release.
    case newerProjector(UInt32)
    /// A block's bytes have another hash or size than the manifest says.
    case wrongContent(BlockName)
    /// The delta was made for another release than the one held.
    case deltaDoesNotFit

    public var description: String {
        switch self {
        case .malformed(let what): "The \(what) that was downloaded cannot be read."
        case .otherProject(let project): "The release is of another project, \(project)."
        case .badSignature(let release): "Release \(release) was not signed by this project's key."
        case .notNewer(let held, let offered): "Release \(offered) is not newer than release \(held), which is in use."
        case .newerProjector(let version): "The release was made by a newer program (projector version \(version))."
        case .wrongContent(let name): "The block \(name) does not have the content that the release promises."
        case .deltaDoesNotFit: "The change does not fit the release in use."
        }
    }

    /// What a person can do about it; nil where the device does it itself.
    public var recovery: String? {
        switch self {
        case .malformed, .wrongContent, .deltaDoesNotFit: nil
        case .otherProject: "Join the project whose releases you want."
        case .badSignature: "Ask the venue for a new join link; somebody may be forging releases."
        case .notNewer: "Ask the venue's admin to publish again."
        case .newerProjector: "Install a newer pharos."
        }
    }
}
