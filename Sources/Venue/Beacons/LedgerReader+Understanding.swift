internal import Survey

extension LedgerReader {
    /// Understands every opening, each after whatever it builds on.
    ///
    /// Void ones come last: where acts refer to each other in a circle, the place it is cut does not depend on an act
    /// that never happened.
    mutating func understandAll() {
        var isSettled = Array(repeating: false, count: openings.count)
        for number in openings.indices where !isVoid[number] { understand(number, &isSettled) }
        for number in openings.indices where isVoid[number] { understand(number, &isSettled) }
    }

    /// Depth first with a stack of its own: a chain of replacements may be thousands long.
    private mutating func understand(_ root: Int, _ isSettled: inout [Bool]) {
        var stack = [root]
        var visiting: Set<Int> = []
        while let number = stack.last {
            if isSettled[number] {
                stack.removeLast()
                continue
            }
            let unsettled = prerequisites(of: number).filter { !isSettled[$0] }
            if !unsettled.isEmpty {
                visiting.insert(number)
                if let next = unsettled.first(where: { !visiting.contains($0) }) {
                    stack.append(next)
                    continue
                }
                report(openings[number].stamp, .circular)
            }
            isSettled[number] = true
            drafts[number] = draft(openings[number])
            if drafts[number] != nil { understood.append(number) }
            stack.removeLast()
        }
    }

    /// What must be understood before an opening: what it names, and what stands in for that where it is void.
    private mutating func prerequisites(of number: Int) -> [Int] {
        var numbers: [Int] = []
        for need in openings[number].needs {
            guard let named = self.numbers[need] else { continue }
            numbers.append(named)
            if isVoid[named], let standIn = standIn(for: named) { numbers.append(standIn) }
        }
        return numbers
    }

    /// The assignment itself, or where it is void the one whose place it had taken; nil where nothing is left.
    mutating func standIn(for number: Int) -> Int? {
        if !isVoid[number] { return number }
        var path: Set<Int> = []
        var here: Int? = number
        while let place = here, isVoid[place], standIns[place] == nil, path.insert(place).inserted {
            here = openings[place].replaces.flatMap { numbers[$0] }
        }
        var answer = here
        if let place = here, isVoid[place] { answer = standIns[place] ?? nil }
        for place in path { standIns[place] = .some(answer) }
        return answer
    }

    /// The assignment that an act opens; nil, with a problem, where it builds on what is not known.
    private mutating func draft(_ opening: Opening) -> Assignment? {
        let act = opening.stamp.occurredAt
        switch opening.act {
        case .registered(let event):
            guard isKnown(event.slot, for: opening) else { return nil }
            return assignment(
                opening,
                slot: event.slot,
                identity: event.identity,
                from: event.effectiveAge.moment(ofActAt: act),
                origin: .registered,
                radio: event.radio,
                hardware: event.hardware
            )
        case .replaced(let event):
            guard isKnown(event.slot, for: opening) else { return nil }
            let link = predecessor(of: opening, in: event.slot)
            let age = event.effectiveAge.moment(ofActAt: act)
            return assignment(
                opening,
                slot: event.slot,
                identity: event.identity,
                from: max(age, link?.from ?? age),
                origin: .replaced(event.mode),
                replaced: link?.id,
                radio: event.radio,
                hardware: event.hardware
            )
        case .reconfigured(let event):
            guard let old = named(event.assignment, for: opening) else { return nil }
            let link = predecessor(of: opening, in: old.slot)
            return assignment(
                opening,
                slot: old.slot,
                identity: event.identity,
                from: max(act, link?.from ?? act),
                origin: .reconfigured,
                replaced: link?.id,
                radio: event.radio.over(old.radio),
                hardware: old.hardware
            )
        case .swapped(let slot, let replaced, let beacon, let age):
            return swapDraft(opening, slot: slot, replaced: replaced, beacon: beacon, age: age)
        case .moved(let move):
            guard let loser = named(move.loser, for: opening), let winner = named(move.winner, for: opening),
                isKnown(move.slot, for: opening)
            else { return nil }
            return assignment(
                opening,
                slot: move.slot,
                identity: loser.identity,
                from: max(loser.from, winner.from),
                origin: .moved,
                radio: loser.radio,
                hardware: loser.hardware
            )
        }
    }

    /// One half of a swap: the beacon hangs here since the act took effect, or as long as it hung anywhere.
    private mutating func swapDraft(
        _ opening: Opening,
        slot: SlotID,
        replaced: AssignmentID,
        beacon: AssignmentID,
        age: EffectiveAge
    ) -> Assignment? {
        guard isKnown(slot, for: opening), let here = named(replaced, for: opening),
            let there = named(beacon, for: opening)
        else { return nil }
        guard here.slot == slot else {
            report(opening.stamp, .wrongSlot(.assignment(replaced), .slot(slot)))
            return nil
        }
        guard let number = numbers[opening.id], let sibling = siblings[number],
            case .swapped(let otherSlot, _, _, _) = openings[sibling].act, there.slot == otherSlot,
            slots[otherSlot] != nil
        else { return nil }  // the other half reports it: a swap is done whole or not at all
        return assignment(
            opening,
            slot: slot,
            identity: there.identity,
            from: max(there.from, age.moment(ofActAt: opening.stamp.occurredAt)),
            origin: .swapped,
            replaced: numbers[replaced].flatMap { standIn(for: $0) }.map { openings[$0].id },
            radio: there.radio,
            hardware: there.hardware
        )
    }

    /// The understood assignment of a name, void or not; nil, with a problem, where it is not known.
    private mutating func named(_ id: AssignmentID, for opening: Opening) -> Assignment? {
        if let number = numbers[id], let known = drafts[number] { return known }
        report(opening.stamp, .waits(for: .assignment(id)))
        return nil
    }

    private mutating func isKnown(_ slot: SlotID, for opening: Opening) -> Bool {
        if slots[slot] != nil { return true }
        report(opening.stamp, .waits(for: .slot(slot)))
        return false
    }

    /// What an opening really takes the place of; nil, with a problem, where that is unknown or hangs elsewhere.
    private mutating func predecessor(of opening: Opening, in slot: SlotID) -> Assignment? {
        guard let replaces = opening.replaces, let direct = named(replaces, for: opening) else { return nil }
        guard direct.slot == slot else {
            report(opening.stamp, .wrongSlot(.assignment(replaces), .slot(slot)))
            return nil
        }
        guard let number = numbers[replaces].flatMap({ standIn(for: $0) }), drafts[number]?.slot == slot else {
            return nil
        }
        return drafts[number]
    }

    private func assignment(
        _ opening: Opening,
        slot: SlotID,
        identity: BeaconIdentity,
        from: Timestamp,
        origin: Assignment.Origin,
        replaced: AssignmentID? = nil,
        radio: RadioSettings,
        hardware: BeaconHardware?
    ) -> Assignment {
        Assignment(
            id: opening.id,
            slot: slot,
            identity: identity,
            from: from,
            to: .distantFuture,
            origin: origin,
            replaced: replaced,
            radio: radio,
            hardware: hardware,
            opened: opening.stamp,
            freshBatteries: 0,
            batterySince: from,
            batteryCapacity: hardware?.batteryCapacity,
            verification: nil,
            standing: .past,
            offset: .reference
        )
    }
}
