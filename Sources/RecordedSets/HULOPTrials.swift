import Formats
import Survey

/// The sample venue of the HULOP map service: one floor, 44 points, ten scans each.
public enum HULOPTrials {
    /// The first five scans of each point against the last five, in the order of the file.
    ///
    /// - Throws: `FileError` and `ImportError`.
    public static func split(in folder: DataFolder) throws -> RecordedSplit {
        let places = try HULOPImport(folder: folder.path(of: "hulop-samplemap")).scansByPlace
        return RecordedSplit(
            set: "hulop",
            survey: "first-5",
            live: "last-5",
            training: places.flatMap { $0.prefix(5) }.compactMap(RecordedScan.init),
            tests: places.flatMap { $0.dropFirst(5) }.compactMap(RecordedScan.init),
            minimumSlots: 0
        )
    }
}
