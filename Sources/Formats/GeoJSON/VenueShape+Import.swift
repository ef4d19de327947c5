public import Survey

extension VenueShape {
    /// The venue as events: each thing in a batch of its own, so that what a project has already is passed over.
    ///
    /// `knownFloors` are not made again. The first part makes the floors; all else is dealt out.
    public func survey(
        part: ImportPart = .whole,
        knownFloors: Set<FloorID> = [],
        ids: ImportIdentifiers,
        notes: [String] = []
    ) -> ImportedSurvey {
        let floors = floors.filter { !knownFloors.contains($0.id) }.map { floor -> [SurveyEvent] in
            var events: [SurveyEvent] = [
                .floorAdded(FloorAdded(floor: floor.id, name: floor.name, ordinal: floor.ordinal))
            ]
            if let anchor = floor.anchor {
                let calibrated = FloorCalibrated(
                    floor: floor.id,
                    metresPerPixel: 0.05,
                    anchor: anchor,
                    carryOver: Similarity(scale: 1, rotation: 0, dx: 0, dy: 0)
                )
                events.append(.floorCalibrated(calibrated))
            }
            return events
        }
        let tracks = tracks.map { track -> [SurveyEvent] in
            [.trackDrawn(TrackDrawn(track: track.id, floor: track.floor, name: track.name, points: track.points))]
        }
        let slots = slots.map { slot -> [SurveyEvent] in
            let created = SlotCreated(slot: slot.id, label: slot.label, floor: slot.floor, position: slot.position)
            let registered = slot.identity.map { identity -> SurveyEvent in
                .beaconRegistered(
                    BeaconRegistered(
                        assignment: ids.identifier("shape", "assignment", "\(slot.id) \(identity)"),
                        slot: slot.id,
                        identity: identity,
                        effectiveAge: .sinceStart
                    )
                )
            }
            return [.slotCreated(created)] + [registered].compactMap { $0 }
        }
        let places = places.map { place -> [SurveyEvent] in
            let location = PlaceLocation.point(place.floor, place.point)
            let content = PlaceContent(location: location, title: place.title, text: place.text)
            return [.placeAdded(PlaceAdded(place: place.id, content: content))]
        }
        let connectors = connectors.map { connector -> [SurveyEvent] in
            [
                .connectorAdded(
                    ConnectorAdded(
                        connector: connector.id,
                        kind: connector.kind,
                        landings: connector.landings,
                        cost: 20,
                        isStepFree: connector.isStepFree
                    )
                )
            ]
        }
        let foreign = leftOut == 0 ? [] : ["\(leftOut) features are no track, slot or place and are left out."]
        return ImportedSurvey(
            batches: (part.makesStructure ? floors : []) + part.share(of: tracks + slots + places + connectors),
            notes: notes + foreign
        )
    }
}
