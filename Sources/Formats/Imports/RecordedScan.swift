import Survey

/// A scan of a recorded set, with the place where it was taken.
struct RecordedScan: Sendable {
    let time: Timestamp
    let point: Point
    let readings: [Reading]
}

extension [RecordedScan] {
    /// The scans of each place, places in the order of their first scan.
    var byPlace: [[RecordedScan]] {
        var places: [Point: Int] = [:]
        var groups: [[RecordedScan]] = []
        for scan in self {
            if let index = places[scan.point] {
                groups[index].append(scan)
            } else {
                places[scan.point] = groups.count
                groups.append([scan])
            }
        }
        return groups
    }

    /// One walk past all the scans, from start to completion.
    func walk(_ walk: WalkID, on floor: FloorID, receiver: String?, window: UInt32) -> [SurveyEvent] {
        if isEmpty { return [] }
        let samples = map { scan in
            SurveyEvent.scanSampled(
                ScanSampled(walk: walk, floor: floor, point: scan.point, window: window, readings: scan.readings)
            )
        }
        let cells = UInt32(Set(map(\.point)).count)
        return [.walkStarted(WalkStarted(walk: walk, receiver: receiver))] + samples
            + [.walkCompleted(WalkCompleted(walk: walk, cells: cells, samples: UInt32(count)))]
    }

    /// The scans as lines of `docs/scans.md`.
    func lines(floor: String, walk: String, receiver: String?) -> [ScanLine] {
        map { scan in
            ScanLine(
                time: scan.time,
                floor: floor,
                point: scan.point,
                walk: walk,
                receiver: receiver,
                readings: scan.readings
            )
        }
    }
}
