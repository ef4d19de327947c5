public import Fingerprints
public import Survey

extension Interpretation {
    /// The same reading of scans before a moment: later ones count for no slot.
    ///
    /// Prints made so are a reference that nothing heard since then had a part in.
    public func until(_ moment: Timestamp) -> Interpretation {
        Interpretation(
            spans: spans.compactMap { span in
                if let from = span.from, from >= moment { return nil }
                return AssignmentSpan(
                    slot: span.slot,
                    assignment: span.assignment,
                    identity: span.identity,
                    from: span.from,
                    to: min(span.to ?? moment, moment),
                    isContested: span.isContested,
                    offset: span.offset
                )
            },
            walks: walks,
            floors: floors,
            identityPolicy: identityPolicy,
            frames: frames
        )
    }
}
