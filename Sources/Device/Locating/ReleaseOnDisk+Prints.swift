import Fingerprints
public import Formats
import Survey

extension ReleaseOnDisk {
    /// Exported prints as a release with the number 0: what somebody locates by who has neither server nor network.
    ///
    /// Nobody signed it, slots have no places, and nothing was cross-validated.
    public init(_ prints: PrintsDocument) {
        let geometry = GeometryBlock(
            projectName: "",
            floors: prints.floors.map { floor, name in
                FloorGeometry(
                    floor: floor,
                    name: name,
                    ordinal: 0,
                    plan: nil,
                    metresPerPixel: 0.05,
                    rotation: 0,
                    anchor: nil
                )
            },
            tracks: [],
            connectors: [],
            slots: [],
            places: []
        )
        let present = prints.index.spans.filter { $0.to == nil }
        let entries = present.map { span in
            AssignmentEntry(
                slot: span.slot,
                occupant: AssignmentEntry.Occupant(
                    identity: span.identity,
                    offset: Int16((min(max(span.offset, -300), 300) * 100).rounded()),
                    offsetDeviation: 0,
                    isContested: span.isContested
                )
            )
        }
        let policy = PolicyBlock(
            identities: prints.policy,
            regions: [],
            spots: [],
            scanPolicy: nil
        )
        self.init(
            manifest: Manifest(
                project: ProjectID(high: 0, low: 0),
                release: 0,
                position: 0,
                chain: .zero,
                projector: FingerprintIndex.projectorVersion,
                blocks: [],
                signature: []
            ),
            manifestBytes: [],
            blocks: [.geometry(geometry), .assignments(AssignmentsBlock(entries: entries)), .policy(policy)]
                + prints.index.prints().map(Block.prints)
        )
    }
}
