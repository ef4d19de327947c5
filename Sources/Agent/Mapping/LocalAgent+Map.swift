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
        try forEachScan { tally.add($0) }
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

    /// Hands over every scan that is here: the pulled ones by position, then the log's own that no pull has returned.
    func forEachScan(_ take: (ScanSampled) -> Void) throws {
        func decode(_ envelope: Envelope) {
            let payload = Self.coding.decode(
                kind: envelope.kind,
                schemaVersion: envelope.schemaVersion,
                payload: envelope.payload
            )
            if case .event(.scanSampled(let scan)) = payload { take(scan) }
        }
        var position: UInt64 = 0
        while case let page = try log.confirmed(.scans, after: position), let last = page.last {
            for event in page where !event.commitment.isDuplicate { decode(event.envelope) }
            position = last.commitment.position
        }
        var number: UInt64 = 0
        while case let page = try log.unconfirmed(.scans, after: number), let last = page.last {
            for event in page { decode(event.envelope) }
            number = last.number
        }
    }

    private func plan(of floor: Floor) throws -> [UInt8]? {
        guard let plan = floor.plan, try log.blobs().contains(where: { $0.hash == plan.blob && $0.isHere }) else {
            return nil
        }
        return try log.readBlob(plan.blob, from: 0, count: Int(clamping: plan.byteCount))
    }
}
