import Survey

extension FingerprintIndex {
    /// Counts the scans of a ledger: one pass over their readings, about 10 ns each.
    public init(_ ledger: ScanLedger, under interpretation: Interpretation) {
        var ledger = ledger
        ledger.settle()
        let places = ScanPlaces(ledger, interpretation)
        var counter = ScanCounter(ledger, interpretation)
        var points: [ReferencePoint] = []
        points.reserveCapacity(places.keys.count)
        for (number, key) in places.keys.enumerated() {
            let first = counter.entries.count
            var scans = [UInt32](repeating: 0, count: 5)
            var (x, y) = (Int64(0), Int64(0))
            let indexes = places.scans[places.starts[number]..<places.starts[number + 1]]
            for index in indexes {
                let scan = ledger.scans[Int(index)]
                scans[Int(scan.heading)] += 1
                x += Int64(places.places[Int(index)].x)
                y += Int64(places.places[Int(index)].y)
                counter.count(scan)
            }
            counter.finishPoint()
            let place = MillimetrePoint(x: mean(x, indexes.count), y: mean(y, indexes.count))
            points.append(
                ReferencePoint(key: key, place: place, scans: scans, entries: first..<counter.entries.count)
            )
        }
        self.init(
            points: points,
            entries: counter.entries,
            spans: interpretation.spans,
            strayReadings: counter.strayReadings,
            scanCount: places.scans.count
        )
    }
}

/// The mean of some coordinates that add up to `sum`, rounded half away from zero.
func mean(_ sum: Int64, _ count: Int) -> Int32 {
    let half = Int64(count) / 2
    return Int32((sum + (sum < 0 ? -half : half)) / Int64(count))
}

/// Counts readings for one reference point after another, in arrays that stay in the processor's cache.
private struct ScanCounter {
    private(set) var entries: [FingerprintIndex.Entry] = []
    private(set) var strayReadings = 0

    private let readings: [FiledReading]
    private let table: SpanTable
    /// One tally per heading and span; empty between points.
    private var tallies: [Tally]
    /// The indexes of the tallies that are not empty.
    private var touched: [Int] = []
    /// Per slot number: the stamp of the scan that heard it last, and with which span and strength.
    private var heard: [(stamp: UInt32, span: Int, dBm: Int)]
    private var slotsHeard: [Int] = []
    private var stamp: UInt32 = 0

    init(_ ledger: ScanLedger, _ interpretation: Interpretation) {
        readings = ledger.readings
        table = SpanTable(ledger.identities.values, interpretation)
        tallies = [Tally](repeating: Tally(), count: 5 * interpretation.spans.count)
        heard = [(stamp: UInt32, span: Int, dBm: Int)](repeating: (0, 0, 0), count: table.slotCount)
    }

    /// Counts each slot that a scan heard once: by its current assignment, else by a contested one.
    mutating func count(_ scan: FiledScan) {
        stamp &+= 1
        slotsHeard.removeAll(keepingCapacity: true)
        let first = Int(scan.firstReading)
        for index in first..<first + Int(scan.readingCount) {
            let reading = readings[index]
            guard let span = table.span(of: reading.identity, at: scan.occurredAt) else {
                strayReadings += 1
                continue
            }
            let slot = table.slot(of: span)
            if heard[slot].stamp != stamp {
                heard[slot] = (stamp, span, reading.dBm)
                slotsHeard.append(slot)
            } else if table.precedes((span, reading.dBm), (heard[slot].span, heard[slot].dBm)) {
                heard[slot] = (stamp, span, reading.dBm)
            }
        }
        for slot in slotsHeard {
            let cell = heard[slot].span * 5 + Int(scan.heading)
            if tallies[cell].count == 0 { touched.append(cell) }
            tallies[cell].add(dBm: heard[slot].dBm)
        }
    }

    /// Moves the tallies of a point to the entries, by heading, then span.
    mutating func finishPoint() {
        touched.sort { ($0 % 5, $0 / 5) < ($1 % 5, $1 / 5) }
        for cell in touched {
            entries.append(
                FingerprintIndex.Entry(heading: UInt8(cell % 5), span: UInt32(cell / 5), tally: tallies[cell])
            )
            tallies[cell] = Tally()
        }
        touched.removeAll(keepingCapacity: true)
    }
}
