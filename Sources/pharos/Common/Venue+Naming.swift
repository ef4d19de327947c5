import CommandLineKit
import Survey
import Venue

/// A name that stands for nothing, or for several things.
struct NameError: ExplainedError {
    let description: String
    let recovery: String?
    var exitStatus: ExitStatus { .data }

    /// What went wrong with a name: `known` are the names there are.
    static func unknown(_ noun: String, _ name: String, known: [String]) -> NameError {
        let shown = known.prefix(12).joined(separator: ", ") + (known.count > 12 ? ", …" : "")
        return NameError(
            description: "There is no \(noun) “\(name)”.",
            recovery: known.isEmpty ? "There is no \(noun) at all yet: make one first." : "There are: \(shown)."
        )
    }

    static func ambiguous(_ noun: String, _ name: String, _ identifiers: [String]) -> NameError {
        NameError(
            description: "\(identifiers.count) \(noun)s are called “\(name)”.",
            recovery: "Give the identifier instead: \(identifiers.joined(separator: ", "))."
        )
    }
}

/// Finds things by what people call them; where two have one name, its identifier tells them apart.
extension Venue {
    func floor(called name: String) throws(NameError) -> Floor {
        let known = liveFloors
        if let id = FloorID(name), let floor = known.first(where: { $0.id == id }) { return floor }
        switch floors(named: name) {
        case .one(let floor): return floor
        case .none: throw .unknown("floor", name, known: known.map(\.name))
        case .ambiguous(let floors): throw .ambiguous("floor", name, floors.map { "\($0.id)" })
        }
    }

    func track(called name: String) throws(NameError) -> Track {
        let known = liveTracks
        if let id = TrackID(name), let track = known.first(where: { $0.id == id }) { return track }
        switch tracks(named: name) {
        case .one(let track): return track
        case .none: throw .unknown("track", name, known: known.map(\.name))
        case .ambiguous(let tracks): throw .ambiguous("track", name, tracks.map { "\($0.id)" })
        }
    }

    func slot(called label: String) throws(NameError) -> Slot {
        let known = liveSlots
        if let id = SlotID(label), let slot = known.first(where: { $0.id == id }) { return slot }
        switch slots(labelled: label) {
        case .one(let slot): return slot
        case .none: throw .unknown("slot", label, known: known.map(\.label))
        case .ambiguous(let slots): throw .ambiguous("slot", label, slots.map { "\($0.id)" })
        }
    }

    /// What hangs in a slot now.
    func beacon(in slot: Slot) throws(NameError) -> Assignment {
        guard let assignment = assignments.current(of: slot.id) else {
            throw NameError(
                description: "No beacon hangs in the slot “\(slot.label)”.",
                recovery: "Register one with pharos beacon register."
            )
        }
        return assignment
    }

    /// A name that no thing of its kind may have twice, so that people can go on naming it.
    func checkFree(_ noun: String, _ name: String, among taken: [String]) throws(NameError) {
        guard taken.contains(name) else { return }
        throw NameError(
            description: "There is a \(noun) “\(name)” already.",
            recovery: "Choose another name."
        )
    }
}
