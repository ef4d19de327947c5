import Survey

extension FingerprintIndex {
    /// The fingerprints of each floor as devices get them: levels per slot, offsets taken off, in hundredths of a dB.
    ///
    /// Sorted by floor; a floor without scans has none.
    public func prints() -> [PrintsBlock] {
        var blocks: [PrintsBlock] = []
        var index = 0
        while index < points.count {
            let floor = points[index].key.floor
            let end = points[index...].firstIndex { $0.key.floor != floor } ?? points.count
            blocks.append(prints(of: points[index..<end], on: floor))
            index = end
        }
        return blocks
    }

    private func prints(of points: ArraySlice<ReferencePoint>, on floor: FloorID) -> PrintsBlock {
        var heard = Set<SlotID>()
        for point in points {
            for entry in entries[point.entries] { heard.insert(spans[Int(entry.span)].slot) }
        }
        let slots = heard.sorted()
        let numbers = Dictionary(uniqueKeysWithValues: slots.enumerated().map { ($1, UInt32($0)) })
        var rows: [PrintsBlock.Row] = []
        var levels: [PrintsBlock.Level] = []
        for (number, point) in points.enumerated() {
            for heading in UInt8(0)...4 where point.scans[Int(heading)] > 0 {
                let first = levels.count
                appendLevels(of: point, heading, numbers, to: &levels)
                rows.append(
                    PrintsBlock.Row(
                        point: UInt32(number),
                        place: point.place,
                        heading: HeadingQuarter(rawValue: heading),
                        scans: point.scans[Int(heading)],
                        levelCount: UInt32(levels.count - first)
                    )
                )
            }
        }
        return PrintsBlock(floor: floor, slots: slots, rows: rows, levels: levels)
    }

    /// Appends one level per slot that was heard towards a heading.
    ///
    /// Entries of one slot stand together, since spans are sorted by slot.
    private func appendLevels(
        of point: ReferencePoint,
        _ heading: UInt8,
        _ numbers: [SlotID: UInt32],
        to levels: inout [PrintsBlock.Level]
    ) {
        var slot: SlotID?
        var level = NormalisedLevel()
        for entry in entries[point.entries] where entry.heading == heading {
            let span = spans[Int(entry.span)]
            if span.slot != slot {
                if let slot { levels.append(level.rounded(numbers[slot, default: 0])) }
                slot = span.slot
                level = NormalisedLevel()
            }
            level.add(entry.tally, offset: span.offset)
        }
        if let slot { levels.append(level.rounded(numbers[slot, default: 0])) }
    }
}

/// Tallies of one slot under several assignments, brought to the slot's reference level.
private struct NormalisedLevel {
    private var count: Int64 = 0
    private var sum = 0.0
    private var sumOfSquares = 0.0

    mutating func add(_ tally: Tally, offset: Double) {
        let number = Double(tally.count)
        count += tally.count
        sum += Double(tally.sum) - number * offset
        sumOfSquares += Double(tally.sumOfSquares) - 2 * offset * Double(tally.sum) + number * offset * offset
    }

    func rounded(_ slot: UInt32) -> PrintsBlock.Level {
        let mean = sum / Double(count)
        let variance = max(sumOfSquares / Double(count) - mean * mean, 0)
        return PrintsBlock.Level(
            slot: slot,
            heard: UInt32(count),
            mean: Int16((min(max(mean, -300), 300) * 100).rounded()),
            deviation: UInt16((min(variance.squareRoot(), 600) * 100).rounded())
        )
    }
}
