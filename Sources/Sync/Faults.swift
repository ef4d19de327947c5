/// Defects that other systems have, to be switched on in tests: the simulation must notice each (DESIGN §10).
package struct Faults: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The server answers `Pushed` when the rows are written, before the commit.
    package static let acknowledgesBeforeCommit = Faults(rawValue: 1)
    /// The server takes a sequence it has for the event it has, without comparing.
    package static let ignoresOldSequences = Faults(rawValue: 2)
    /// The agent offers its current stream alone.
    package static let offersNoClosedStreams = Faults(rawValue: 4)
    /// The server dates events by their author's wall clock, without bounds.
    package static let trustsTheWallClock = Faults(rawValue: 8)
    /// The server sends readers what it has just written, before the commit.
    package static let relaysFromMemory = Faults(rawValue: 16)
}
