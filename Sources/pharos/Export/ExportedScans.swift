import Agent
import Formats
import Survey
import Venue

extension LocalAgent {
    /// The scans that count, as lines: in the floors' present frames, dated by their events.
    func scanLines(of venue: Venue) throws -> [ScanLine] {
        var lines: [ScanLine] = []
        try forEachScan { scan, event in
            guard venue.counts(scan.walk), let floor = venue.floors[scan.floor], !floor.isRemoved else { return }
            let point = venue.frames(of: scan.floor).current(scan.point, by: Stamp(event))
            lines.append(
                ScanLine(
                    time: event.commitment.occurredAt,
                    floor: floor.name,
                    point: point,
                    walk: "\(scan.walk)",
                    receiver: venue.walks[scan.walk]?.receiver,
                    heading: scan.heading,
                    readings: scan.readings
                )
            )
        }
        return lines
    }
}

extension Venue {
    /// The drawable part of the venue.
    var shape: VenueShape {
        VenueShape(
            name: name ?? "",
            floors: shapeFloors,
            tracks: liveTracks.map { VenueShape.Track(id: $0.id, floor: $0.floor, name: $0.name, points: $0.points) },
            slots: liveSlots.compactMap { slot in
                guard let floor = slot.floor, let position = slot.position else { return nil }
                return VenueShape.Slot(
                    id: slot.id,
                    floor: floor,
                    label: slot.label,
                    position: position,
                    identity: assignments.current(of: slot.id)?.identity
                )
            },
            places: shownPlaces.compactMap { place in
                let spot: (FloorID, Point)?
                switch place.content.location {
                case .point(let floor, let point): spot = (floor, point)
                case .slot(let slot):
                    spot = slots[slot].flatMap { slot in
                        slot.floor.flatMap { floor in slot.position.map { (floor, $0.point) } }
                    }
                case .geographic: spot = nil
                }
                return spot.map { floor, point in
                    VenueShape.Place(
                        id: place.id,
                        floor: floor,
                        point: point,
                        title: place.content.title,
                        text: place.content.text
                    )
                }
            },
            connectors: liveConnectors.map {
                VenueShape.Connector(id: $0.id, kind: $0.kind, landings: $0.landings, isStepFree: $0.isStepFree)
            }
        )
    }

    /// The floors that are somewhere on Earth, by name, as Anyplace numbers them.
    var anyplaceFloors: [String: AnyplaceLog.Floor] {
        let anchored = liveFloors.compactMap { floor in
            floor.anchor.map { (floor.name, AnyplaceLog.Floor(number: floor.ordinal, anchor: $0)) }
        }
        return Dictionary(anchored) { first, _ in first }
    }

    /// The floors with what maps need of them.
    var shapeFloors: [VenueShape.Floor] {
        liveFloors.map {
            VenueShape.Floor(id: $0.id, name: $0.name, ordinal: $0.ordinal, anchor: $0.anchor, extent: $0.extent)
        }
    }

    /// The register of slots.
    var register: BeaconRegister {
        BeaconRegister(
            rows: liveSlots.map { slot in
                let assignment = assignments.current(of: slot.id)
                return BeaconRegister.Row(
                    label: slot.label,
                    floor: slot.floor.flatMap { floors[$0]?.name },
                    position: slot.position,
                    identity: assignment?.identity,
                    radio: assignment?.radio ?? RadioSettings(),
                    hardware: assignment?.hardware
                )
            }
        )
    }
}
