public import Survey

/// A scan of the survey as cross-validation asks it again: where it was taken, and what it heard of which slot.
public struct SurveyScan: Hashable, Sendable {
    public let walk: WalkID
    public let floor: FloorID
    /// Of the scan's reference point.
    public let place: MillimetrePoint
    /// Sorted by slot, each once.
    public let levels: [Level]

    public init(walk: WalkID, floor: FloorID, place: MillimetrePoint, levels: [Level]) {
        self.walk = walk
        self.floor = floor
        self.place = place
        self.levels = levels
    }

    /// How strongly one slot was heard.
    public struct Level: Hashable, Sendable {
        public let slot: SlotID
        /// Hundredths of a dBm, the assignment's offset taken off.
        public let level: Int32

        public init(slot: SlotID, level: Int32) {
            self.slot = slot
            self.level = level
        }
    }
}

/// Some scans of a survey, spread evenly over its points.
struct SurveySample: Sendable {
    let scans: [SurveyScan]
    /// Whether most points of the survey belong to more than one walk.
    let isWalkedTwice: Bool
}

extension ScanLedger {
    /// At most so many scans of every so many'th reference point, spread evenly over those it has.
    func sample(_ perPoint: Int, every: Int, under interpretation: Interpretation) -> SurveySample {
        var ledger = self
        ledger.settle()
        let places = ScanPlaces(ledger, interpretation)
        let table = SpanTable(ledger.identities.values, interpretation)
        var sample: [SurveyScan] = []
        var walkedTwice = 0
        for (number, key) in places.keys.enumerated() {
            let scans = places.scans[places.starts[number]..<places.starts[number + 1]]
            let walk = scans.first.map { ledger.scans[Int($0)].walk }
            if scans.contains(where: { ledger.scans[Int($0)].walk != walk }) { walkedTwice += 1 }
            guard number % every == 0 else { continue }
            var (x, y) = (Int64(0), Int64(0))
            for index in scans {
                x += Int64(places.places[Int(index)].x)
                y += Int64(places.places[Int(index)].y)
            }
            let place = MillimetrePoint(x: mean(x, scans.count), y: mean(y, scans.count))
            let count = min(perPoint, scans.count)
            for step in 0..<count {
                let scan = ledger.scans[Int(scans[scans.startIndex + step * scans.count / count])]
                sample.append(
                    SurveyScan(
                        walk: ledger.walks[scan.walk],
                        floor: key.floor,
                        place: place,
                        levels: ledger.levels(of: scan, table, interpretation.spans)
                    )
                )
            }
        }
        return SurveySample(scans: sample, isWalkedTwice: 2 * walkedTwice > places.keys.count)
    }

    private func levels(of scan: FiledScan, _ table: SpanTable, _ spans: [AssignmentSpan]) -> [SurveyScan.Level] {
        var heard: [SlotID: (span: Int, dBm: Int)] = [:]
        let first = Int(scan.firstReading)
        for reading in readings[first..<first + Int(scan.readingCount)] {
            guard let span = table.span(of: reading.identity, at: scan.occurredAt) else { continue }
            let candidate = (span: span, dBm: reading.dBm)
            let slot = spans[span].slot
            if let known = heard[slot], !table.precedes(candidate, known) { continue }
            heard[slot] = candidate
        }
        return heard.sorted { $0.key < $1.key }.map { slot, reading in
            let level = (Double(reading.dBm) - spans[reading.span].offset) * 100
            return SurveyScan.Level(slot: slot, level: Int32(level.rounded()))
        }
    }
}
