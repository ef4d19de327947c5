import Survey
import Venue

/// Which reference point each counted scan of a ledger belongs to.
struct ScanPlaces {
    /// Sorted.
    let keys: [ReferencePointKey]
    /// The scans of the first key, then of the second …: indexes into the ledger's scans.
    let scans: [Int32]
    /// Where each key's scans start in `scans`, and the end of the last.
    let starts: [Int]
    /// The place of each scan of the ledger in its floor's present frame.
    let places: [MillimetrePoint]

    init(_ ledger: ScanLedger, _ interpretation: Interpretation) {
        let counts = ledger.walks.values.map { interpretation.walks?.contains($0) ?? true }
        let floorCounts = ledger.floors.values.map { interpretation.floors?.contains($0) ?? true }
        let frames = Frames(ledger, interpretation)
        let places = ledger.scans.map { frames.present(of: $0) }

        var standing: [RawKey: Int] = [:]
        let counted = ledger.scans.indices.filter { index in
            let scan = ledger.scans[index]
            return counts[Int(scan.walk)] && floorCounts[Int(scan.floor)]
        }
        for index in counted where ledger.scans[index].track == FiledScan.noTrack {
            standing[.place(of: ledger.scans[index], at: places[index]), default: 0] += 1
        }
        var numbers: [RawKey: Int32] = [:]
        var found: [ReferencePointKey] = []
        let numberOf = counted.map { index -> Int32 in
            let scan = ledger.scans[index]
            var key = RawKey.place(of: scan, at: places[index])
            if scan.track != FiledScan.noTrack {
                key = .cell(of: scan)
            } else if standing[key, default: 0] < ReferencePointKey.standingScans {
                key = .tile(of: scan, at: places[index])
            }
            if let number = numbers[key] { return number }
            let number = Int32(found.count)
            numbers[key] = number
            found.append(key.full(in: ledger))
            return number
        }

        let order = found.indices.sorted { found[$0] < found[$1] }
        var rank = [Int](repeating: 0, count: found.count)
        for (place, number) in order.enumerated() { rank[number] = place }
        var starts = [Int](repeating: 0, count: found.count + 1)
        for number in numberOf { starts[rank[Int(number)] + 1] += 1 }
        for index in starts.indices.dropFirst() { starts[index] += starts[index - 1] }
        var next = starts
        var scans = [Int32](repeating: 0, count: counted.count)
        for (index, number) in zip(counted, numberOf) {
            let place = rank[Int(number)]
            scans[next[place]] = Int32(index)
            next[place] += 1
        }
        keys = order.map { found[$0] }
        self.scans = scans
        self.starts = starts
        self.places = places
    }
}

/// A reference point's key in the ledger's own numbers, which hash faster than identifiers.
private struct RawKey: Hashable {
    let kind: UInt32
    let floor: UInt32
    let track: UInt32
    let first: Int32
    let second: Int32

    static func cell(of scan: FiledScan) -> RawKey {
        RawKey(kind: 0, floor: scan.floor, track: scan.track, first: scan.cell, second: 0)
    }

    static func place(of scan: FiledScan, at place: MillimetrePoint) -> RawKey {
        RawKey(kind: 1, floor: scan.floor, track: 0, first: place.x, second: place.y)
    }

    static func tile(of scan: FiledScan, at place: MillimetrePoint) -> RawKey {
        RawKey(kind: 2, floor: scan.floor, track: 0, first: floorDivide(place.x), second: floorDivide(place.y))
    }

    private static func floorDivide(_ millimetres: Int32) -> Int32 {
        millimetres >= 0 ? millimetres / 1_000 : (millimetres - 999) / 1_000
    }

    func full(in ledger: ScanLedger) -> ReferencePointKey {
        let floor = ledger.floors[floor]
        return switch kind {
        case 0: .cell(floor, ledger.tracks[track], first)
        case 1: .place(floor, MillimetrePoint(x: first, y: second))
        default: .tile(floor, first, second)
        }
    }
}

/// Carries coordinates over to the present frame of their floor.
private struct Frames {
    /// Per floor number of the ledger; nil where nobody calibrated.
    private let frames: [FloorFrames?]
    private let streams: [StreamID]

    init(_ ledger: ScanLedger, _ interpretation: Interpretation) {
        frames = ledger.floors.values.map { interpretation.frames[$0] }
        streams = ledger.streams.values
    }

    func present(of scan: FiledScan) -> MillimetrePoint {
        guard let frames = frames[Int(scan.floor)] else { return scan.place }
        let author = Stamp(
            occurredAt: scan.occurredAt,
            position: scan.position,
            seen: scan.seen,
            stream: streams[Int(scan.stream)],
            sequence: UInt64(scan.sequence),
            event: .zero
        )
        let map = frames.carryOver(knownBy: author)
        return map.isIdentity ? scan.place : MillimetrePoint(map.image(of: scan.place.point))
    }
}
