import EventStore
import Survey
import Wire

/// Which plans and pictures an event names.
enum BlobReferences {
    static func named(by envelope: Envelope) -> [WantedBlob] {
        guard envelope.lane == .structure else { return [] }
        let payload = PayloadCoder().decode(
            kind: envelope.kind,
            schemaVersion: envelope.schemaVersion,
            payload: envelope.payload
        )
        guard case .event(let event) = payload else { return [] }  // what cannot be read names nothing that we know of
        switch event {
        case .floorPlanAttached(let plan): return [WantedBlob(hash: plan.blob, byteCount: plan.byteCount)]
        case .placeAdded(let place): return references(to: place.content)
        case .placeEdited(let place): return references(to: place.content)
        case .placeProposed(let place): return references(to: place.content)
        default: return []
        }
    }

    private static func references(to content: PlaceContent) -> [WantedBlob] {
        content.pictures.map { WantedBlob(hash: $0.blob, byteCount: $0.byteCount) }
    }
}
