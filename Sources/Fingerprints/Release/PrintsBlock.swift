public import Survey

/// The fingerprints of one floor, as flat arrays: keyed by slot, so that a replacement changes nothing in here.
public struct PrintsBlock: Hashable, Sendable {
    public let floor: FloorID
    /// The slots that are heard on the floor, sorted; ``Level/slot`` is an index into it.
    public let slots: [SlotID]
    /// One row per reference point and heading; rows of one reference point stand together.
    public let rows: [Row]
    /// The levels of the first row, then of the second …; within a row sorted by slot.
    public let levels: [Level]

    /// - Precondition: the rows' level counts add up to `levels`, and every level's slot is an index into `slots`.
    public init(floor: FloorID, slots: [SlotID], rows: [Row], levels: [Level]) {
        precondition(rows.reduce(0) { $0 + Int($1.levelCount) } == levels.count, "Every level belongs to a row.")
        precondition(levels.allSatisfy { Int($0.slot) < slots.count }, "Every level has a slot.")
        self.floor = floor
        self.slots = slots
        self.rows = rows
        self.levels = levels
    }

    /// What was heard at a reference point, towards a heading.
    public struct Row: Hashable, Sendable {
        /// Counts reference points within the block: rows with equal numbers are prints of one place.
        public let point: UInt32
        public let place: MillimetrePoint
        /// Nil where the receiver did not know its heading.
        public let heading: HeadingQuarter?
        /// How many scans were taken here.
        public let scans: UInt32
        /// How many of ``PrintsBlock/levels`` are this row's.
        public let levelCount: UInt32

        public init(
            point: UInt32,
            place: MillimetrePoint,
            heading: HeadingQuarter?,
            scans: UInt32,
            levelCount: UInt32
        ) {
            self.point = point
            self.place = place
            self.heading = heading
            self.scans = scans
            self.levelCount = levelCount
        }
    }

    /// How strongly one slot was heard.
    public struct Level: Hashable, Sendable {
        /// An index into ``PrintsBlock/slots``.
        public let slot: UInt32
        /// In how many of the row's scans it was heard; at least 1.
        public let heard: UInt32
        /// The mean in hundredths of a dBm, offsets taken off.
        public let mean: Int16
        /// The standard deviation in hundredths of a dB.
        public let deviation: UInt16

        public init(slot: UInt32, heard: UInt32, mean: Int16, deviation: UInt16) {
            self.slot = slot
            self.heard = heard
            self.mean = mean
            self.deviation = deviation
        }
    }
}
