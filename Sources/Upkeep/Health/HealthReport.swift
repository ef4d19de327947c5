public import Survey

/// What recent scans say of a venue's beacons.
public struct HealthReport: Hashable, Sendable {
    /// One per slot with prints, sorted by slot.
    public let slots: [SlotHealth]
    /// Pairs of slots whose beacons seem to hang in each other's place.
    public let swaps: [SwapProposal]
    /// Retired identities that are heard again, by identity.
    public let revived: [RevivedIdentity]
    /// Identities that never hung anywhere, with the slot that each seems to hang in; by identity.
    public let proposals: [SlotProposal]
    /// Scans that were judged: 2,000 at most, evenly spread over those that were given.
    public let scans: Int

    /// Reads some scans against prints that they had no part in.
    ///
    /// `vacant` are the slots that nothing hangs in: an unknown identity may be their new beacon, as of silent ones.
    public init(_ scans: [SlotScan], against matrix: PrintMatrix, vacant: Set<SlotID> = []) {
        let judged = Self.sample(of: scans)
        var evidence = [SlotEvidence](repeating: SlotEvidence(), count: matrix.slots.count)
        for scan in judged {
            let place = Whereabouts(of: scan, in: matrix)
            let general = place.expectation(without: [])
            for column in matrix.slots.indices {
                // A slot that is neither heard nor anywhere near has nothing to say, and no say is taken from it.
                let heard = scan.heard[column]?.level
                guard heard != nil || general?.level(column) != nil,
                    let expectation = place.expectation(without: [column])
                else { continue }
                evidence[column].add(column, of: expectation, heard)
            }
        }
        let slots = zip(matrix.slots, evidence).filter { !vacant.contains($0.0) }.map { SlotHealth($0, $1) }
        self.slots = slots
        self.scans = judged.count
        func columns(where isMeant: (SlotHealth) -> Bool) -> [Int] {
            slots.filter(isMeant).compactMap { matrix.column(of: $0.slot) }
        }
        let moved = columns { $0.state == .moved }
        swaps = SwapProposal.all(among: moved, judged, matrix)
        revived = RevivedIdentity.all(in: scans)
        let empty = columns { $0.state == .silent } + vacant.compactMap { matrix.column(of: $0) }
        proposals = SlotProposal.all(for: Set(empty).sorted(), judged, matrix)
    }

    /// So many scans tell as much as more of them: the study's rates are of 300.
    private static let mostScans = 2_000

    /// Scans that are judged: all, or evenly spread ones where there are too many.
    private static func sample(of scans: [SlotScan]) -> [SlotScan] {
        guard scans.count > mostScans else { return scans }
        return (0..<mostScans).map { scans[$0 * scans.count / mostScans] }
    }

    /// Whether nothing asks for a person; a stranger's beacon that seems to hang in no slot does not.
    public var isHealthy: Bool {
        swaps.isEmpty && revived.isEmpty && proposals.allSatisfy { $0.slot == nil }
            && slots.allSatisfy { $0.state == .healthy || $0.state == .unknown }
    }
}
