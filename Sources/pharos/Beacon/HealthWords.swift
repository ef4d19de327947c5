import JSON
import Survey
import Upkeep
import Venue

/// A health report as people and scripts read it.
struct HealthWords {
    let report: HealthReport
    let conflicts: [String]
    let venue: Venue

    /// What asks for a person, a line each, and a line on the rest.
    var text: String {
        var lines = report.slots.compactMap(words)
        lines += report.swaps.map { swap in
            "\(label(swap.slotA)) and \(label(swap.slotB)) seem to have changed places "
                + "(correlation \(swap.correlation.rounded(2))): "
                + "pharos beacon swap \(quoted(swap.slotA)) \(quoted(swap.slotB))"
        }
        lines += report.revived.map { revived in
            "\(revived.identity) hung in \(label(revived.formerSlot)) and was retired; it was heard in \(revived.scans) "
                + "scans, at best \(Int(revived.strongest)) dBm. Where is it?"
        }
        lines += report.proposals.map { proposal in
            let heard = "\(proposal.identity) is not registered and was heard in \(proposal.scans) scans"
            guard let slot = proposal.slot else { return "\(heard); it fits no empty slot." }
            return "\(heard); it looks like \(label(slot)) (score \(proposal.score.rounded(2)), "
                + "next \(proposal.runnerUp.rounded(2)))."
        }
        lines += conflicts
        let healthy = report.slots.count { $0.state == .healthy }
        let unknown = report.slots.count { $0.state == .unknown }
        lines.append(
            "\(report.scans) scans: \(healthy) of \(report.slots.count) slots are healthy, "
                + "\(unknown) were not heard often enough to tell."
        )
        return lines.joined(separator: "\n")
    }

    /// The same with every number.
    var json: JSONValue {
        [
            "conflicts": .array(conflicts.map(JSONValue.string)),
            "healthy": .bool(report.isHealthy && conflicts.isEmpty),
            "proposals": .array(
                report.proposals.map { proposal -> JSONValue in
                    [
                        "identity": .string("\(proposal.identity)"),
                        "runnerUp": .number(proposal.runnerUp.rounded(3)), "scans": JSONValue(proposal.scans),
                        "score": .number(proposal.score.rounded(3)),
                        "slot": JSONValue(proposal.slot.map(label)),
                    ]
                }
            ),
            "revived": .array(
                report.revived.map { revived -> JSONValue in
                    [
                        "formerSlot": .string(label(revived.formerSlot)),
                        "identity": .string("\(revived.identity)"), "scans": JSONValue(revived.scans),
                        "strongest": .number(revived.strongest),
                    ]
                }
            ),
            "scans": JSONValue(report.scans),
            "slots": .array(report.slots.map(json)),
            "swaps": .array(
                report.swaps.map { swap -> JSONValue in
                    [
                        "correlation": .number(swap.correlation.rounded(3)),
                        "slots": .array([.string(label(swap.slotA)), .string(label(swap.slotB))]),
                    ]
                }
            ),
        ]
    }

    private func json(_ slot: SlotHealth) -> JSONValue {
        [
            "correlation": .number(slot.correlation.rounded(3)), "difference": .number(slot.difference.rounded(3)),
            "expected": JSONValue(slot.expected), "missed": JSONValue(slot.missed),
            "readings": JSONValue(slot.readings), "slot": .string(label(slot.slot)),
            "state": .string(slot.state.word),
        ]
    }

    private func words(_ slot: SlotHealth) -> String? {
        let name = label(slot.slot)
        switch slot.state {
        case .healthy, .unknown: return nil
        case .silent:
            return "\(name) is silent: expected in \(slot.expected) scans, missed in \(slot.missed). "
                + "Replace its beacon, or mask the slot: pharos beacon retire \(quoted(slot.slot))"
        case .moved:
            return "\(name) was moved or swapped: what is heard does not fit its prints "
                + "(correlation \(slot.correlation.rounded(2)), \(slot.readings) readings)."
        case .powerChanged:
            return "\(name) sounds \(slot.difference.signed) dB beside its prints (\(slot.readings) readings): another "
                + "unit, another setting or a dying battery? pharos beacon replace --cloned records a unit with the same "
                + "identity, pharos beacon verify measures it."
        }
    }

    private func label(_ slot: SlotID) -> String { venue.slots[slot]?.label ?? "\(slot)" }

    private func quoted(_ slot: SlotID) -> String { "'\(label(slot))'" }
}

extension SlotHealth.State {
    /// What scripts read.
    fileprivate var word: String {
        switch self {
        case .unknown: "unknown"
        case .healthy: "healthy"
        case .silent: "silent"
        case .moved: "moved"
        case .powerChanged: "power-changed"
        }
    }
}
