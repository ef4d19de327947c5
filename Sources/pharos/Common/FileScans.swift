import Agent
import CommandLineKit
import Formats
import Survey
import Venue

/// Scans of a file, each at the place that its line states.
enum FileScans {
    /// Reads a file of scan lines; bad lines and unknown floors are told and passed over.
    static func read(_ path: String, in venue: Venue, at moment: Timestamp, _ console: Console) throws -> [DatedScan] {
        var reader = try ScanReader(path: path)
        var scans: [DatedScan] = []
        var unknown: Set<String> = []
        while let line = try reader.next() {
            switch line {
            case .success(let scan):
                let floor = scan.floor.flatMap { venue.floors(named: $0).unique }
                if let name = scan.floor, floor == nil, unknown.insert(name).inserted {
                    console.warn("pharos: There is no floor “\(name)”; its scans count as of an unknown place.")
                }
                scans.append(
                    DatedScan(
                        occurredAt: moment,
                        floor: floor?.id,
                        point: scan.point,
                        walk: nil,
                        readings: scan.readings
                    )
                )
            case .failure(let error): console.warn("pharos: \(error)")
            }
        }
        return scans
    }
}
