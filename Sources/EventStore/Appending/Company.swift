import Survey

/// Who pushed into a project lately, in the last two groups: whoever is answered is likely to push again at once.
///
/// A group that goes without them makes them wait for the whole of it, and then goes without those that it carried: eight
/// agents would share a commit by four. So a group that is about to go waits for them, but not for long.
struct Company: Hashable {
    private var last: Set<StreamID> = []
    private var beforeLast: Set<StreamID> = []

    /// Notes a group.
    mutating func went(_ streams: Set<StreamID>) { (beforeLast, last) = (last, streams) }

    /// Those of whom nothing has come yet.
    func missing(from streams: some Sequence<StreamID>) -> Set<StreamID> {
        last.union(beforeLast).subtracting(streams)
    }
}

/// A group that waits for its company.
struct Gathering {
    private var missing: Set<StreamID>
    private let departure: CheckedContinuation<Void, Never>

    init(missing: Set<StreamID>, departure: CheckedContinuation<Void, Never>) {
        (self.missing, self.departure) = (missing, departure)
    }

    /// Somebody has come; whether all have.
    mutating func came(_ stream: StreamID) -> Bool {
        missing.remove(stream)
        return missing.isEmpty
    }

    /// Lets the group go; to be called once.
    func depart() { departure.resume() }
}
