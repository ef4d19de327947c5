import EdgeLog
import Survey
public import Venue

extension LocalAgent {
    /// The floors as pictures, from the lowest up, with what this installation knows of coverage: its own scans, and
    /// those it has pulled.
    ///
    /// Scans are read a page at a time: memory does not grow with the log.
    public func maps(of venue: Venue) throws -> [FloorMap] {
        var tally = CoverageTally(venue: venue)
        try forEachScan { scan, _ in tally.add(scan) }
        return try venue.liveFloors.map { floor in
            FloorMap(
                floor: floor,
                tracks: venue.liveTracks.filter { $0.floor == floor.id }.map(tally.coverage),
                slots: venue.liveSlots.filter { $0.floor == floor.id }.compactMap { slot in
                    slot.position.map {
                        FloorMap.MappedSlot(
                            label: slot.label,
                            point: $0.point,
                            identity: venue.assignments.current(of: slot.id)?.identity
                        )
                    }
                },
                plan: try plan(of: floor)
            )
        }
    }

    private func plan(of floor: Floor) throws -> [UInt8]? {
        guard let plan = floor.plan, try log.blobs().contains(where: { $0.hash == plan.blob && $0.isHere }) else {
            return nil
        }
        return try log.readBlob(plan.blob, from: 0, count: Int(clamping: plan.byteCount))
    }
}
