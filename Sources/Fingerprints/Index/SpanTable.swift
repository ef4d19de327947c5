import Survey

/// Finds the assignment that an identity stood for at a moment: `resolve`, for millions of readings.
struct SpanTable {
    /// Per span: first and last-plus-one moment that count, in ms.
    private let intervals: [(from: Int64, to: Int64)]
    private let isContested: [Bool]
    private let slotNumbers: [Int]
    let slotCount: Int
    /// The candidates of the first identity number, then of the second …; better ones first.
    private let candidates: [Int32]
    private let starts: [Int32]

    init(_ identities: [BeaconIdentity], _ interpretation: Interpretation) {
        let spans = interpretation.spans
        intervals = spans.map { ($0.from?.milliseconds ?? .min, $0.to?.milliseconds ?? .max) }
        isContested = spans.map(\.isContested)
        var numbers: [SlotID: Int] = [:]
        for span in spans where numbers[span.slot] == nil { numbers[span.slot] = numbers.count }
        slotNumbers = spans.map { numbers[$0.slot, default: 0] }
        slotCount = numbers.count

        var spansOf: [BeaconIdentity: [Int]] = [:]
        for (number, span) in spans.enumerated() { spansOf[span.identity, default: []].append(number) }
        // Where spans overlap, a current one precedes a contested one, and a later one an earlier one.
        for key in spansOf.keys {
            spansOf[key]?.sort { left, right in
                if spans[left].isContested != spans[right].isContested { return spans[right].isContested }
                let (leftStart, rightStart) = (spans[left].from?.milliseconds, spans[right].from?.milliseconds)
                if leftStart != rightStart { return (leftStart ?? .min) > (rightStart ?? .min) }
                return left < right
            }
        }
        var candidates: [Int32] = []
        var starts: [Int32] = [0]
        for (number, identity) in identities.enumerated() {
            if number < FiledReading.noise, let key = identity.key(under: interpretation.identityPolicy) {
                candidates += (spansOf[key] ?? []).map(Int32.init)
            }
            starts.append(Int32(candidates.count))
        }
        self.candidates = candidates
        self.starts = starts
    }

    /// The span that an identity number stood for at a moment; nil for a stray.
    func span(of identity: UInt32, at moment: Timestamp) -> Int? {
        for index in starts[Int(identity)]..<starts[Int(identity) + 1] {
            let span = Int(candidates[Int(index)])
            let interval = intervals[span]
            if interval.from <= moment.milliseconds, moment.milliseconds < interval.to { return span }
        }
        return nil
    }

    func slot(of span: Int) -> Int { slotNumbers[span] }

    /// Which of two readings of one slot in one scan counts: a current assignment before a contested one, then the
    /// stronger, then the one first in canonical order.
    func precedes(_ left: (span: Int, dBm: Int), _ right: (span: Int, dBm: Int)) -> Bool {
        if isContested[left.span] != isContested[right.span] { return isContested[right.span] }
        if left.dBm != right.dBm { return left.dBm > right.dBm }
        return left.span < right.span
    }
}
