public import Survey
public import Venue

/// Makes the blocks of a release out of a venue and its fingerprints.
public struct ReleaseBuilder: Sendable {
    private let venue: Venue

    /// Publishes what a venue is now.
    public init(_ venue: Venue) { self.venue = venue }

    /// Every block of the release: what it consists of, in the manifest's order.
    ///
    /// `matching` is what cross-validation of the index chose.
    public func blocks(of index: FingerprintIndex, matching: MatchingChoice? = nil) -> [Block] {
        let prints = index.prints().map(Block.prints)
        let others: [Block] = [.geometry(geometry), .assignments(assignments), .policy(policy(matching))]
        return (others + prints).sorted { $0.name < $1.name }
    }

    /// Which identity stands for which slot now; a slot whose beacon was retired has none.
    public var assignments: AssignmentsBlock {
        AssignmentsBlock(
            entries: venue.assignments.assignments.values.compactMap { assignment in
                guard
                    assignment.isOpen, assignment.standing != .past,
                    let identity = assignment.identity.key(under: venue.identityPolicy)
                else { return nil }
                return AssignmentEntry(
                    slot: assignment.slot,
                    occupant: AssignmentEntry.Occupant(
                        identity: identity,
                        offset: Int16((min(max(assignment.offset.level, -300), 300) * 100).rounded()),
                        offsetDeviation: UInt16((min(max(assignment.offset.deviation, 0), 300) * 100).rounded()),
                        isContested: assignment.standing == .contested
                    )
                )
            }
        )
    }

    /// Where things are.
    public var geometry: GeometryBlock {
        let floors = venue.floors.values.filter { !$0.isRemoved }
        let present = Set(floors.map(\.id))
        return GeometryBlock(
            projectName: venue.name ?? "",
            floors: floors.map {
                FloorGeometry(
                    floor: $0.id,
                    name: $0.name,
                    ordinal: $0.ordinal,
                    plan: $0.plan,
                    metresPerPixel: $0.metresPerPixel,
                    rotation: $0.rotation,
                    anchor: $0.anchor
                )
            },
            tracks: venue.tracks.values.filter { !$0.isErased && present.contains($0.floor) }.map {
                TrackGeometry(track: $0.id, floor: $0.floor, name: $0.name, points: $0.points)
            },
            connectors: venue.connectors.values.filter { !$0.isRemoved }.map {
                ConnectorAdded(
                    connector: $0.id,
                    kind: $0.kind,
                    landings: $0.landings,
                    cost: $0.cost,
                    isStepFree: $0.isStepFree
                )
            },
            slots: venue.slots.values.map {
                SlotGeometry(slot: $0.id, label: $0.label, floor: $0.floor, position: $0.position)
            },
            places: venue.places.values.filter(\.isShown).map { PlaceAdded(place: $0.id, content: $0.content) }
        )
    }

    private func policy(_ matching: MatchingChoice?) -> PolicyBlock {
        PolicyBlock(
            identities: venue.identityPolicy,
            regions: venue.regions.values.filter { !$0.isRemoved }.map(\.definition),
            spots: venue.spots.values.filter { !$0.isRemoved }.map {
                SpotAdded(spot: $0.id, floor: $0.floor, point: $0.point, name: $0.name)
            },
            scanPolicy: venue.scanPolicy,
            matching: matching
        )
    }
}
