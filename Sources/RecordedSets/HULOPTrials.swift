import Formats
import Survey

/// The sample venue of the HULOP map service: one floor, 44 points, ten scans each.
public enum HULOPTrials {
    /// The first five scans of each point against the last five, in the order of the file.
    ///
    /// - Throws: `FileError` and `ImportError`.
    public static func split(in folder: DataFolder) throws -> RecordedSplit {
        let sample = try HULOPImport(folder: folder.path(of: "hulop-samplemap"))
        let places = sample.scansByPlace
        let mounts = sample.beacons.compactMap { beacon in
            beacon.position.map { (beacon.identity.description, RecordedSplit.Mount(point: $0.point)) }
        }
        return RecordedSplit(
            set: "hulop",
            survey: "first-5",
            live: "last-5",
            training: places.flatMap { $0.prefix(5) }.compactMap(RecordedScan.init),
            tests: places.flatMap { $0.dropFirst(5) }.compactMap(RecordedScan.init),
            minimumSlots: 0,
            mounts: Dictionary(mounts) { first, _ in first }
        )
    }
}
