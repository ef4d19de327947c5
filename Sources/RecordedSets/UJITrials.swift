import Formats
import Survey

/// The UJI BLE database (Mendoza-Silva, Matey-Sanz, Torres-Sospedra, Huerta; Data 2019, 4(1), 12): a library and an
/// office.
public enum UJITrials {
    /// The library: the training walk of one phone against the test walk of the same or another.
    ///
    /// - Throws: `FileError` and `ImportError`.
    public static func library(in folder: DataFolder) throws -> [RecordedSplit] {
        let set = try UJISet(folder: folder.path(of: "uji-ble"), venue: .library)
        let pairs: [(survey: UJISet.Phone, live: UJISet.Phone)] = [
            (.a5, .a5), (.bq, .bq), (.s6, .s6), (.a5, .bq), (.a5, .s6),
        ]
        return pairs.map { survey, live in
            RecordedSplit(
                set: "uji-library",
                survey: survey.rawValue,
                live: live.rawValue,
                training: set.scans { $0.phone == survey && !set.isTest($0) },
                tests: set.scans { $0.phone == live && set.isTest($0) && $0.heard >= 3 },
                minimumSlots: 3,
                mounts: set.mounts
            )
        }
    }

    /// The office: surveyed at −12 dBm at the authors' 48 training points, located at the other 20.
    ///
    /// - Throws: `FileError` and `ImportError`.
    public static func office(in folder: DataFolder) throws -> [RecordedSplit] {
        let set = try UJISet(folder: folder.path(of: "uji-ble"), venue: .office)
        return [-12, -20, -4].map { power in
            RecordedSplit(
                set: "uji-office",
                survey: "-12",
                live: "\(power)",
                training: set.scans { $0.power == -12 && !set.isTest($0) },
                tests: set.scans { $0.power == power && set.isTest($0) && $0.heard >= 3 },
                minimumSlots: 3,
                mounts: set.mounts
            )
        }
    }
}

extension UJISet {
    /// Where the beacons hang.
    fileprivate var mounts: [String: RecordedSplit.Mount] {
        Dictionary(
            beacons.map { ($0.identity.description, RecordedSplit.Mount(point: $0.point)) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The scans that a trial wants, as it takes them.
    fileprivate func scans(where isWanted: (Scan) -> Bool) -> [RecordedScan] {
        scans.lazy.filter(isWanted).map { RecordedScan(point: $0.point, readings: readings(of: $0)) }
    }
}
