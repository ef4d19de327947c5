internal import Survey

/// Everything that was claimed of one thing, in the order of the acts.
struct ThingFile: Hashable, Sendable {
    var creations: [Claim] = []
    var edits: [Claim] = []
    var removals: [Claim] = []

    /// The claim that made the thing: the earliest, whatever arrived first.
    var creation: Claim? { creations.first }

    var isRemoved: Bool { !removals.isEmpty }

    /// The write that holds: the latest.
    func latest(_ field: Field) -> Claim? {
        edits.last { $0.content.field == field }
    }

    /// All writes of a field, earliest first.
    func writes(_ field: Field) -> [Claim] {
        edits.filter { $0.content.field == field }
    }

    mutating func file(_ claim: Claim, as role: Role) {
        switch role {
        case .creation: creations.file(claim)
        case .edit: edits.file(claim)
        case .removal: removals.file(claim)
        }
    }

    mutating func withdraw(_ event: Digest, as role: Role) {
        switch role {
        case .creation: creations.withdraw(event)
        case .edit: edits.withdraw(event)
        case .removal: removals.withdraw(event)
        }
    }
}

extension Entity {
    /// Whether an event of its own must create the thing before others speak of it.
    var needsCreation: Bool {
        switch self {
        case .region, .scanPolicy, .identityPolicy: false
        default: true
        }
    }
}
