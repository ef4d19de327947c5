import Fingerprints
import Survey
import TestSupport

extension Block {
    /// A small block of any name.
    static func random(using random: inout some RandomNumberGenerator) -> Block {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .geometry(.random(using: &random))
        case 1: .prints(.random(using: &random))
        case 2: .assignments(.random(using: &random))
        default: .policy(.random(using: &random))
        }
    }
}

extension GeometryBlock {
    static func random(using random: inout some RandomNumberGenerator) -> GeometryBlock {
        let floors = random.events(.floorPlanAttached, 3) {
            if case .floorPlanAttached(let plan) = $0 { plan } else { nil }
        }
        let tracks = random.events(.trackDrawn, 3) { if case .trackDrawn(let track) = $0 { track } else { nil } }
        let slots = random.events(.slotCreated, 5) { if case .slotCreated(let slot) = $0 { slot } else { nil } }
        return GeometryBlock(
            projectName: random.name(),
            floors: floors.map { plan in
                FloorGeometry(
                    floor: plan.floor,
                    name: random.name(),
                    ordinal: .random(in: -3...9, using: &random),
                    plan: Bool.random(using: &random) ? plan : nil,
                    metresPerPixel: .random(in: 0.01...0.1, using: &random),
                    rotation: .random(in: 0...360, using: &random),
                    anchor: Bool.random(using: &random)
                        ? GeographicAnchor(latitude: 1, longitude: 2, northAngle: 3, origin: random.point()) : nil
                )
            },
            tracks: tracks.map {
                TrackGeometry(track: $0.track, floor: $0.floor, name: $0.name, points: $0.points)
            },
            connectors: random.events(.connectorAdded, 2) {
                if case .connectorAdded(let connector) = $0 { connector } else { nil }
            },
            slots: slots.map { SlotGeometry(slot: $0.slot, label: $0.label, floor: $0.floor, position: $0.position) },
            places: random.events(.placeAdded, 3) { if case .placeAdded(let place) = $0 { place } else { nil } }
        )
    }
}

extension PrintsBlock {
    static func random(using random: inout some RandomNumberGenerator) -> PrintsBlock {
        let slots = (0..<Int.random(in: 1...20, using: &random)).map { _ in SlotID.random(using: &random) }.sorted()
        let rows = (0..<Int.random(in: 0...20, using: &random)).map { _ in
            Row(
                point: .random(in: 0 ... .max, using: &random),
                place: MillimetrePoint(
                    x: .random(in: .min ... .max, using: &random),
                    y: .random(in: -9...9, using: &random)
                ),
                heading: Bool.random(using: &random) ? HeadingQuarter.allCases.randomElement(using: &random) : nil,
                scans: .random(in: 0 ... .max, using: &random),
                levelCount: .random(in: 0...5, using: &random)
            )
        }
        let levels = (0..<rows.reduce(0) { $0 + Int($1.levelCount) }).map { _ in
            Level(
                slot: .random(in: 0..<UInt32(slots.count), using: &random),
                heard: .random(in: 1 ... .max, using: &random),
                mean: .random(in: .min ... .max, using: &random),
                deviation: .random(in: 0 ... .max, using: &random)
            )
        }
        return PrintsBlock(floor: .random(using: &random), slots: slots, rows: rows, levels: levels)
    }
}

extension AssignmentsBlock {
    static func random(using random: inout some RandomNumberGenerator) -> AssignmentsBlock {
        AssignmentsBlock(
            entries: (0..<Int.random(in: 0...20, using: &random)).map { _ in .random(using: &random) }
        )
    }
}

extension AssignmentEntry {
    static func random(using random: inout some RandomNumberGenerator) -> AssignmentEntry {
        AssignmentEntry(
            slot: .random(using: &random),
            occupant: Occupant(
                identity: .random(using: &random),
                offset: .random(in: .min ... .max, using: &random),
                offsetDeviation: .random(in: 0 ... .max, using: &random),
                isContested: .random(using: &random)
            )
        )
    }
}

extension PolicyBlock {
    static func random(using random: inout some RandomNumberGenerator) -> PolicyBlock {
        PolicyBlock(
            identities: IdentityPolicy.allCases.randomElement(using: &random)!,
            regions: random.events(.regionDefined, 3) {
                if case .regionDefined(let region) = $0 { region } else { nil }
            },
            spots: random.events(.spotAdded, 3) { if case .spotAdded(let spot) = $0 { spot } else { nil } },
            scanPolicy: random.events(.scanPolicySet, 1) {
                if case .scanPolicySet(let policy) = $0 { policy } else { nil }
            }
            .first,
            matching: .random(using: &random)
                ? nil
                : MatchingChoice(
                    metric: "linear-relative",
                    neighbours: .random(in: 0...9, using: &random),
                    expectedError: .random(in: 0 ... .max, using: &random),
                    accuracyFactor: .random(in: 0 ... .max, using: &random),
                    rangingShare: .random(in: 0...100, using: &random),
                    mapFactor: .random(using: &random) ? nil : .random(in: 0 ... .max, using: &random)
                )
        )
    }
}

extension Manifest {
    static func random(using random: inout some RandomNumberGenerator) -> Manifest {
        let names: [BlockName] = [.geometry, .assignments, .policy, .prints(.random(using: &random))]
        return Manifest(
            project: .random(using: &random),
            release: random.next(),
            position: random.next(),
            chain: random.digest(),
            projector: .random(in: 0 ... .max, using: &random),
            blocks: names.map { BlockReference(name: $0, hash: random.digest(), byteCount: random.next()) },
            signature: random.bytes(64)
        )
    }
}

extension ReleaseDelta {
    static func random(using random: inout some RandomNumberGenerator) -> ReleaseDelta {
        let changes: [Change] = (0..<Int.random(in: 0...5, using: &random)).map { _ in
            let entry = AssignmentEntry.random(using: &random)
            let index = UInt32.random(in: 0 ... .max, using: &random)
            return [.replace(index: index, entry.occupant), .remove(index: index), .insert(entry)]
                .randomElement(using: &random)!
        }
        return ReleaseDelta(
            release: random.next(),
            position: random.next(),
            chain: random.digest(),
            block: random.digest(),
            changes: changes,
            signature: random.bytes(64)
        )
    }
}

extension RandomNumberGenerator {
    /// The contents of up to so many events of a kind.
    fileprivate mutating func events<Content>(_ kind: EventKind, _ limit: Int, _ content: (SurveyEvent) -> Content?)
        -> [Content]
    {
        (0..<Int.random(in: 0...limit, using: &self)).compactMap { _ in content(.random(kind, using: &self)) }
    }
}
