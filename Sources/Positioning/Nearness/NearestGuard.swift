public import Survey

/// Tells when one slot is considerably closer than every other: then, and only then, a visitor hears of it.
///
/// A visitor midway between two exhibits hears nothing. After a slot was told, it is told again only when another one
/// was considerably closer meanwhile or it fell silent, and not within its cooldown. A value: kept, it goes on after a restart.
public struct NearestGuard: Hashable, Sendable {
    /// What must survive a restart.
    public private(set) var memory: Memory
    /// How much closer, and for how long.
    public let rules: Rules

    /// The numbers of the "considerably closest" rule (POSITIONING.md, B7).
    public struct Rules: Hashable, Sendable {
        /// dB by which the strongest slot must exceed the second.
        public var margin = 6.0
        /// Milliseconds for which it must.
        public var dwell: Int64 = 3_000
        /// Milliseconds in which a slot is not told twice.
        public var cooldown: Int64 = 600_000
        /// Milliseconds after which an unheard slot is forgotten.
        public var silence: Int64 = 5_000
        /// The share of a new reading in the level that is compared.
        public var smoothing = 0.5

        public init() {}
    }

    /// The state between two scans.
    public struct Memory: Hashable, Sendable {
        /// The slots heard lately: their smoothed level in dBm, and when they were heard last.
        public var levels: [SlotID: Level] = [:]
        /// The slot that is considerably closest, and since when.
        public var candidate: Candidate?
        /// When each slot was told last.
        public var told: [SlotID: Int64] = [:]
        /// The slot that was told last: another must be considerably closer before it is told again.
        public var latest: SlotID?

        public init() {}
    }

    /// A slot's level as it is compared.
    public struct Level: Hashable, Sendable {
        public var dBm: Double
        /// Milliseconds.
        public var heardAt: Int64

        public init(dBm: Double, heardAt: Int64) {
            self.dBm = dBm
            self.heardAt = heardAt
        }
    }

    /// A slot on its way to be told.
    public struct Candidate: Hashable, Sendable {
        public var slot: SlotID
        /// Milliseconds.
        public var since: Int64

        public init(slot: SlotID, since: Int64) {
            self.slot = slot
            self.since = since
        }
    }

    /// Goes on from what an earlier run remembered.
    public init(_ memory: Memory = Memory(), rules: Rules = Rules()) {
        self.memory = memory
        self.rules = rules
    }

    /// Takes the levels of a scan in dBm, offsets taken off, and returns the slot that is to be told now.
    ///
    /// `time` is in milliseconds; a clock that went back starts the wait anew.
    public mutating func hear(_ levels: [SlotID: Double], at time: Int64) -> SlotID? {
        memory.levels = memory.levels.filter { _, level in
            level.heardAt <= time && time.elapsed(since: level.heardAt) <= rules.silence
        }
        // Who has left may come back and be told again, once the cooldown is over.
        if let latest = memory.latest, memory.levels[latest] == nil { memory.latest = nil }
        for (slot, dBm) in levels where dBm.isFinite {
            let known = memory.levels[slot]?.dBm ?? dBm
            memory.levels[slot] = Level(dBm: known + rules.smoothing * (dBm - known), heardAt: time)
        }
        guard let closest else {
            memory.candidate = nil
            return nil
        }
        let candidate = memory.candidate.flatMap { $0.slot == closest && $0.since <= time ? $0 : nil }
        memory.candidate = candidate ?? Candidate(slot: closest, since: time)
        guard time.elapsed(since: candidate?.since ?? time) >= rules.dwell, memory.latest != closest else { return nil }
        memory.latest = closest
        if let told = memory.told[closest], told <= time, time.elapsed(since: told) < rules.cooldown { return nil }
        memory.told[closest] = time
        return closest
    }

    /// The slot that exceeds every other by the margin; nil where none does.
    private var closest: SlotID? {
        let ranked = memory.levels.sorted { ($0.value.dBm, $1.key) > ($1.value.dBm, $0.key) }
        guard let first = ranked.first else { return nil }
        let second = ranked.dropFirst().first?.value.dBm ?? -.infinity
        return first.value.dBm - second >= rules.margin ? first.key : nil
    }
}
