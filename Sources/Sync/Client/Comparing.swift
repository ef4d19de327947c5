import Survey

/// The comparisons of a client session, one at a time: where streams went another way, and where the project did.
struct Comparing: Hashable, Sendable {
    private var waiting: [Comparison] = []
    private var current: Comparison?
    private var askedAt: Int64?

    /// One history that differs, and how far the search is.
    struct Comparison: Hashable, Sendable {
        let subject: ComparedHistory
        var search: Narrowing
    }

    mutating func add(_ divergence: Divergence) {
        let search = Narrowing(common: divergence.common, different: divergence.different)
        waiting.append(Comparison(subject: .stream(divergence.incarnation), search: search))
    }

    mutating func add(project search: Narrowing) { waiting.append(Comparison(subject: .project, search: search)) }

    var isIdle: Bool { current == nil && waiting.isEmpty }

    /// When the unanswered comparison was sent.
    var underWay: Int64? { askedAt }

    /// Goes on with the search; returns one that has ended.
    mutating func advance(into effects: inout [ClientEffect]) -> Comparison? {
        guard current == nil, !waiting.isEmpty else { return nil }
        let comparison = waiting.removeFirst()
        if comparison.search.isFinished { return comparison }
        current = comparison
        read(comparison, into: &effects)
        return nil
    }

    /// Sends the points that were read; returns the comparison where there were none and it ends.
    mutating func points(
        _ subject: ComparedHistory,
        _ points: [HistoryPoint],
        at now: Int64,
        into effects: inout [ClientEffect]
    ) -> Comparison? {
        guard var comparison = current, comparison.subject == subject else { return nil }
        comparison.search.ask(points.map(\.number))
        if comparison.search.isFinished { return finish(comparison) }
        current = comparison
        askedAt = now
        effects.append(.send(.compare(Compare(subject: subject, points: points))))
        return nil
    }

    /// Takes an answer; returns the comparison where it ends, and throws where it makes no sense.
    mutating func answer(
        _ common: Common,
        into effects: inout [ClientEffect]
    ) throws(UnexpectedAnswer) -> Comparison? {
        guard var comparison = current, comparison.subject == common.subject, askedAt != nil,
            comparison.search.answer(common.number)
        else { throw UnexpectedAnswer() }
        askedAt = nil
        if comparison.search.isFinished { return finish(comparison) }
        current = comparison
        read(comparison, into: &effects)
        return nil
    }

    struct UnexpectedAnswer: Error {}

    private mutating func finish(_ comparison: Comparison) -> Comparison {
        current = nil
        askedAt = nil
        return comparison
    }

    private func read(_ comparison: Comparison, into effects: inout [ClientEffect]) {
        let search = comparison.search
        effects.append(.readPoints(comparison.subject, after: search.common, before: search.different))
    }
}
