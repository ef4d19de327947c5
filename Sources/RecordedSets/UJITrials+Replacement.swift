import Formats
import Survey

extension UJITrials {
    /// The office at −12 and at −20 dBm: what one would have heard had some beacons been replaced by quieter units.
    ///
    /// - Throws: `FileError` and `ImportError`.
    public static func replacement(in folder: DataFolder) throws -> ReplacementSet {
        let set = try UJISet(folder: folder.path(of: "uji-ble"), venue: .office)
        var quieter: [Int: RecordedScan] = [:]
        for scan in set.scans where scan.power == -20 {
            quieter[scan.pointNumber * 100 + scan.sample] = RecordedScan(
                point: scan.point,
                readings: set.readings(of: scan)
            )
        }
        func pairs(areTests: Bool) -> [ReplacementSet.Pair] {
            set.scans.filter { $0.power == -12 && set.isTest($0) == areTests }.compactMap { scan in
                let before = RecordedScan(point: scan.point, readings: set.readings(of: scan))
                return quieter[scan.pointNumber * 100 + scan.sample].map {
                    ReplacementSet.Pair(before: before, after: $0)
                }
            }
        }
        return ReplacementSet(training: pairs(areTests: false), tests: pairs(areTests: true))
    }
}
