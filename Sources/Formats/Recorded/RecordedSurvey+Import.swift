public import Survey

/// What a project has already: an import uses it instead of making it twice.
public struct ExistingThings: Sendable {
    /// The project's floors by name.
    public var floors: [String: FloorID]
    /// What hangs in a slot, as the project tells beacons apart.
    public var identities: Set<BeaconIdentity>
    /// How it does so.
    public var identityPolicy: IdentityPolicy

    public init(
        floors: [String: FloorID] = [:],
        identities: Set<BeaconIdentity> = [],
        identityPolicy: IdentityPolicy = .frame
    ) {
        self.floors = floors
        self.identities = identities
        self.identityPolicy = identityPolicy
    }
}

extension RecordedSurvey {
    /// The survey's events: floors, then beacons, then walk by walk, each with its scans.
    ///
    /// Parts deal out the walks, or the places where there are fewer walks than parts. With `holdingBack` false the
    /// test scans whose place is known are surveyed as well.
    public func survey(
        part: ImportPart = .whole,
        holdingBack: Bool = true,
        existing: ExistingThings = ExistingThings(),
        ids: ImportIdentifiers
    ) -> ImportedSurvey {
        let lines = holdingBack ? scans : scans + tests.filter { $0.point != nil && $0.floor != nil }
        let walks = lines.byWalk
        let shares: [[ScanLine]]
        if walks.count >= part.count {
            shares = part.share(of: walks)
        } else {
            shares = walks.map { walk in part.share(of: walk.byPlace).flatMap { $0 } }
        }
        let events = shares.map { walkEvents($0, part, existing, ids) }
        let structure = part.makesStructure ? floorEvents(existing, ids) + beaconEvents(existing, ids) : []
        let plans = part.makesStructure ? floors.compactMap(\.plan) : []
        let held = holdingBack && !tests.isEmpty ? ["\(tests.count) test scans are held back."] : []
        return ImportedSurvey(
            batches: structure + events,
            plans: plans.map { ImportedPlan(blob: ids.digest(of: $0.picture), bytes: $0.picture) },
            notes: notes + held
        )
    }

    private func floorEvents(_ existing: ExistingThings, _ ids: ImportIdentifiers) -> [[SurveyEvent]] {
        let missing = floors.filter { existing.floors[$0.name] == nil }
        return missing.enumerated().map { index, recorded in
            let floor = self.floor(recorded.name, existing, ids)
            var events: [SurveyEvent] = [
                .floorAdded(FloorAdded(floor: floor, name: recorded.name, ordinal: recorded.ordinal))
            ]
            if let plan = recorded.plan { events += Self.events(of: plan, on: floor, ids) }
            if index == 0 { events += policyEvents }
            return events
        } + (missing.isEmpty && !policyEvents.isEmpty ? [policyEvents] : [])
    }

    private var policyEvents: [SurveyEvent] {
        identityPolicy.map { [.identityPolicySet(IdentityPolicySet(policy: $0))] } ?? []
    }

    private static func events(of plan: RecordedPlan, on floor: FloorID, _ ids: ImportIdentifiers) -> [SurveyEvent] {
        [
            .floorPlanAttached(
                FloorPlanAttached(
                    floor: floor,
                    blob: ids.digest(of: plan.picture),
                    byteCount: UInt64(plan.picture.count),
                    mediaType: .png,
                    width: plan.width,
                    height: plan.height
                )
            ),
            .floorCalibrated(
                FloorCalibrated(
                    floor: floor,
                    metresPerPixel: plan.metresPerPixel,
                    anchor: plan.anchor,
                    // Who imports another part without having seen this means the same metres.
                    carryOver: Similarity(scale: 1, rotation: 0, dx: 0, dy: 0)
                )
            ),
        ]
    }

    private func beaconEvents(_ existing: ExistingThings, _ ids: ImportIdentifiers) -> [[SurveyEvent]] {
        let policy = identityPolicy ?? existing.identityPolicy
        let missing = beacons.filter { beacon in
            !existing.identities.contains(beacon.identity.key(under: policy) ?? beacon.identity)
        }
        return missing.map { beacon in
            let slot: SlotID = ids.identifier(name, "slot", beacon.identity.description)
            return [
                .slotCreated(
                    SlotCreated(
                        slot: slot,
                        label: beacon.label,
                        floor: beacon.floor.map { floor($0, existing, ids) },
                        position: beacon.position
                    )
                ),
                .beaconRegistered(
                    BeaconRegistered(
                        assignment: ids.identifier(name, "assignment", beacon.identity.description),
                        slot: slot,
                        identity: beacon.identity,
                        effectiveAge: .sinceStart
                    )
                ),
            ]
        }
    }

    /// One walk past all its scans, from start to completion.
    private func walkEvents(
        _ lines: [ScanLine],
        _ part: ImportPart,
        _ existing: ExistingThings,
        _ ids: ImportIdentifiers
    ) -> [SurveyEvent] {
        guard let first = lines.first else { return [] }
        let walk: WalkID = ids.identifier(name, "walk", "\(walkPrefix)\(first.walk ?? "") part \(part)")
        let samples = lines.compactMap { line -> SurveyEvent? in
            guard let floor = line.floor, let point = line.point else { return nil }
            return .scanSampled(
                ScanSampled(
                    walk: walk,
                    floor: self.floor(floor, existing, ids),
                    point: point,
                    heading: line.heading,
                    window: window,
                    readings: line.readings
                )
            )
        }
        let cells = UInt32(clamping: Set(lines.map { [$0.point?.x, $0.point?.y] }).count)
        return [.walkStarted(WalkStarted(walk: walk, receiver: first.receiver))] + samples
            + [.walkCompleted(WalkCompleted(walk: walk, cells: cells, samples: UInt32(clamping: samples.count)))]
    }

    private func floor(_ name: String, _ existing: ExistingThings, _ ids: ImportIdentifiers) -> FloorID {
        existing.floors[name] ?? ids.identifier(self.name, "floor", name)
    }
}

extension [ScanLine] {
    /// The scans of each walk, walks in the order of their first scan.
    var byWalk: [[ScanLine]] { grouped(by: \.walk) }

    /// The scans of each place, places in the order of their first scan.
    var byPlace: [[ScanLine]] { grouped { [$0.point?.x, $0.point?.y] } }

    private func grouped<Key: Hashable>(by key: (ScanLine) -> Key) -> [[ScanLine]] {
        var numbers: [Key: Int] = [:]
        var groups: [[ScanLine]] = []
        for line in self {
            let key = key(line)
            if let number = numbers[key] {
                groups[number].append(line)
            } else {
                numbers[key] = groups.count
                groups.append([line])
            }
        }
        return groups
    }
}
