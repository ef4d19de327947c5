/// A recorded set that is read from a folder.
public protocol RecordedSet: Sendable {
    /// What it is called on the command line, such as `flat`.
    static var name: String { get }
    /// What it is, in a few words.
    static var title: String { get }
    /// What its folder holds, and what becomes of it.
    static var explanation: String { get }

    /// Reads the folder of the set, as `docs/formats.md` describes it.
    ///
    /// - Throws: ``FileError`` and ``ImportError``.
    static func read(folder: String) throws -> RecordedSurvey
}
