public import Survey
public import Venue

/// A scan as slots: who was heard how strongly, offsets taken off, and who was heard that stands for no slot.
public struct SlotScan: Hashable, Sendable {
    /// Where it was taken; nil where nobody knows.
    public let place: SurveyedPlace?
    /// Per column of a ``PrintMatrix``: the level in dBm and the assignment that was heard.
    public let heard: [Int: SlotLevelHeard]
    /// Identities that stand for no slot, with their strength in dBm.
    public let strays: [BeaconIdentity: StrayHeard]

    /// What an identity stood for when the scan was taken.
    public enum Meaning: Hashable, Sendable {
        case slot(Standing)
        /// Nothing hung there; `former` is the slot it hung in before.
        case stray(former: SlotID?)
    }

    /// A beacon's place in the venue.
    public struct Standing: Hashable, Sendable {
        public let slot: SlotID
        public let assignment: AssignmentID
        /// dB by which it is louder than the slot's prints.
        public let offset: Double
        /// Whether the offset is more than a belief: the beacon is the slot's first, or was verified.
        public let isCertain: Bool
        /// Whether a concurrent act claims the slot for another beacon.
        public let isContested: Bool

        public init(
            slot: SlotID,
            assignment: AssignmentID,
            offset: Double,
            isCertain: Bool = true,
            isContested: Bool = false
        ) {
            self.slot = slot
            self.assignment = assignment
            self.offset = offset
            self.isCertain = isCertain
            self.isContested = isContested
        }
    }

    /// Reads the readings of a scan; of several beacons of one slot the winner counts.
    public init(
        _ readings: some Sequence<Reading>,
        place: SurveyedPlace?,
        matrix: PrintMatrix,
        meaning: (BeaconIdentity) -> Meaning
    ) {
        var heard: [Int: SlotLevelHeard] = [:]
        var strays: [BeaconIdentity: StrayHeard] = [:]
        for reading in readings {
            let dBm = Double(reading.rssi.dBm)
            switch meaning(reading.identity) {
            case .stray(let former):
                let strongest = max(dBm, strays[reading.identity]?.level ?? -.infinity)
                strays[reading.identity] = StrayHeard(level: strongest, former: former)
            case .slot(let standing):
                guard let column = matrix.column(of: standing.slot) else { continue }
                let level = SlotLevelHeard(
                    level: dBm - standing.offset,
                    raw: dBm,
                    assignment: standing.assignment,
                    isCertain: standing.isCertain,
                    isContested: standing.isContested
                )
                if let known = heard[column], !level.isBetter(than: known) { continue }
                heard[column] = level
            }
        }
        self.place = place
        self.heard = heard
        self.strays = strays
    }

    /// Reads the readings of a scan as a venue resolves them at the moment it was taken.
    public init(
        _ readings: some Sequence<Reading>,
        at moment: Timestamp,
        place: SurveyedPlace?,
        matrix: PrintMatrix,
        identities: IdentityTable
    ) {
        self.init(
            readings.compactMap { reading in
                reading.identity.key(under: identities.policy).map { Reading(identity: $0, rssi: reading.rssi) }
            },
            place: place,
            matrix: matrix
        ) { identity in
            switch identities.resolve(identity, at: moment) {
            case .slot(let tenure): .slot(Standing(tenure))
            case .contested(let tenure): .slot(Standing(tenure))
            case .stray(let former): .stray(former: former?.slot)
            }
        }
    }
}

extension SlotScan.Standing {
    fileprivate init(_ tenure: Tenure) {
        self.init(
            slot: tenure.slot,
            assignment: tenure.assignment,
            offset: tenure.offset.level,
            isCertain: tenure.offset.source == .reference || tenure.offset.source == .verified,
            isContested: tenure.isContested
        )
    }
}

/// How strongly a slot was heard in one scan.
public struct SlotLevelHeard: Hashable, Sendable {
    /// dBm, the assignment's offset taken off.
    public let level: Double
    /// dBm as heard.
    public let raw: Double
    public let assignment: AssignmentID
    /// Whether the assignment's offset is more than a belief.
    public let isCertain: Bool
    /// Whether a concurrent act claims the slot for another beacon.
    public let isContested: Bool

    fileprivate func isBetter(than other: SlotLevelHeard) -> Bool {
        isContested != other.isContested ? other.isContested : level > other.level
    }
}

/// An identity that stood for no slot when it was heard.
public struct StrayHeard: Hashable, Sendable {
    /// dBm.
    public let level: Double
    /// The slot it hung in before; nil for an identity that never hung anywhere.
    public let former: SlotID?
}
