public import Survey

/// A recorded set turned into a project's events: nothing is written yet.
public struct ImportedSurvey: Sendable {
    /// The events in their order, in batches that belong together: the structure first, then walk by walk.
    public let batches: [[SurveyEvent]]
    /// The pictures that the events name.
    public let plans: [ImportedPlan]
    /// What is in the set and not in the events, sentence by sentence.
    public let notes: [String]

    /// A set in batches; empty ones are dropped.
    public init(batches: [[SurveyEvent]], plans: [ImportedPlan] = [], notes: [String] = []) {
        self.batches = batches.filter { !$0.isEmpty }
        self.plans = plans
        self.notes = notes
    }

    /// What would be made, counted from the events themselves.
    public var summary: ImportSummary { ImportSummary(counting: batches.joined()) }
}

/// A floor plan's file, and the floor it belongs to.
public struct ImportedPlan: Hashable, Sendable {
    /// SHA-256 of the bytes.
    public let blob: Digest
    public let bytes: [UInt8]

    public init(blob: Digest, bytes: [UInt8]) {
        self.blob = blob
        self.bytes = bytes
    }
}
