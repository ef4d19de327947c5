import Pictures
import Places
import Survey

/// Turns the HULOP sample venue into a survey, or the scans it holds back into scan lines.
///
/// The surveyed level becomes a floor with plan, anchor, slots and scans; the routed level a floor with plan, tracks and
/// places. Coordinates are moved from HULOP's frame (y up) to the floor's (origin top left, y down), not scaled.
public struct HULOPImport: Sendable {
    /// The set scans once a second.
    private static let window: UInt32 = 1_000

    private let venue: HULOPVenue

    /// Reads the folder `SampleMap` of HULOP's MapService.
    ///
    /// - Throws: ``FileError`` and ``ImportError``.
    public init(folder: String) throws {
        let data = try HULOPMapData(path: "\(folder)/mapdata.json")
        let levels = try readFloorMaps(folder: folder)
        let routes = try HULOPRoutes(path: "\(folder)/MapData-sample.geojson", level: levels.first?.number ?? 1)
        venue = HULOPVenue(
            surveyed: data.level,
            beacons: data.beacons,
            scans: data.scans,
            routed: levels,
            links: routes.links,
            places: routes.places
        )
    }

    /// Each point's scans in the order of the file, every one of them, as lines of `docs/scans.md`.
    public var scansByPlace: [[ScanLine]] {
        venue.scans.byPlace.map { $0.lines(floor: "\(venue.surveyed.number)", walk: "samples", receiver: nil) }
    }

    /// The beacons of the surveyed level, where they hang as far as is known.
    public var beacons: [RecordedBeacon] {
        venue.beacons.map { beacon in
            RecordedBeacon(
                label: beacon.label,
                identity: beacon.identity,
                floor: "\(venue.surveyed.number)",
                position: beacon.position
            )
        }
    }

    /// The survey's events; the second half of the scans at each point stays out of it where tests want them.
    public func survey(
        part: ImportPart = .whole,
        holdingBack: Bool = false,
        ids: ImportIdentifiers
    ) -> ImportedSurvey {
        let levels = [venue.surveyed] + venue.routed.filter { $0.number != venue.surveyed.number }
        let floor: FloorID = id("floor", "\(venue.surveyed.number)", ids)
        let places = part.share(of: venue.scans.byPlace)
        let share = holdingBack ? places.map { Array($0.prefix($0.count / 2)) } : places
        let walk = share.flatMap { $0 }
            .walk(id("walk", "part \(part)", ids), on: floor, receiver: nil, window: Self.window)
        let structure = levels.map { floorEvents($0, ids) } + [slotEvents(on: floor, ids), routeEvents(levels, ids)]
        let plans = levels.map { ImportedPlan(blob: ids.digest(of: $0.picture), bytes: $0.picture) }
        return ImportedSurvey(
            batches: part.makesStructure ? structure + [walk] : [walk],
            plans: part.makesStructure ? plans : [],
            notes: notes(holdingBack: holdingBack)
        )
    }

    /// The second half of the scans at each point, as lines of `docs/scans.md`.
    public func testScans(heard minimum: Int = 1) -> [ScanLine] {
        venue.scans.byPlace.flatMap { $0.dropFirst($0.count / 2) }.filter { $0.readings.count >= max(minimum, 1) }
            .lines(floor: "\(venue.surveyed.number)", walk: "tests", receiver: nil)
    }

    private func floorEvents(_ level: HULOPVenue.Level, _ ids: ImportIdentifiers) -> [SurveyEvent] {
        let floor: FloorID = id("floor", "\(level.number)", ids)
        // Floor 1 is the entrance level, as in Japan.
        let ordinal = Int32(level.number > 0 ? level.number - 1 : level.number)
        return [
            .floorAdded(FloorAdded(floor: floor, name: "\(level.number)", ordinal: ordinal)),
            .floorPlanAttached(
                FloorPlanAttached(
                    floor: floor,
                    blob: ids.digest(of: level.picture),
                    byteCount: UInt64(level.picture.count),
                    mediaType: .png,
                    width: level.header.width,
                    height: level.header.height
                )
            ),
            .floorCalibrated(
                FloorCalibrated(
                    floor: floor,
                    metresPerPixel: 1 / level.pixelsPerMetre,
                    anchor: level.anchor,
                    // Who imports another part without having seen this means the same metres.
                    carryOver: Similarity(scale: 1, rotation: 0, dx: 0, dy: 0)
                )
            ),
        ]
    }

    private func slotEvents(on floor: FloorID, _ ids: ImportIdentifiers) -> [SurveyEvent] {
        venue.beacons.flatMap { beacon -> [SurveyEvent] in
            let slot: SlotID = id("slot", beacon.label, ids)
            return [
                .slotCreated(
                    SlotCreated(slot: slot, label: beacon.label, floor: floor, position: beacon.position)
                ),
                .beaconRegistered(
                    BeaconRegistered(
                        assignment: id("assignment", beacon.label, ids),
                        slot: slot,
                        identity: beacon.identity,
                        effectiveAge: .sinceStart
                    )
                ),
            ]
        }
    }

    private func routeEvents(_ levels: [HULOPVenue.Level], _ ids: ImportIdentifiers) -> [SurveyEvent] {
        func point(_ number: Int, _ latitude: Double, _ longitude: Double) -> (FloorID, Point)? {
            guard let level = levels.first(where: { $0.number == number }) else { return nil }
            let point = level.anchor.point(at: Coordinate(latitude: latitude, longitude: longitude))
            return (id("floor", "\(number)", ids), point)
        }
        let tracks = venue.links.enumerated().compactMap { index, link -> SurveyEvent? in
            let points = link.ends.compactMap { point(link.level, $0.latitude, $0.longitude) }
            guard let floor = points.first?.0 else { return nil }
            let name = "route \(index + 1)"
            return .trackDrawn(
                TrackDrawn(track: id("track", link.id, ids), floor: floor, name: name, points: points.map(\.1))
            )
        }
        let places = venue.places.compactMap { place -> SurveyEvent? in
            guard let (floor, point) = point(place.level, place.latitude, place.longitude) else { return nil }
            let content = PlaceContent(location: .point(floor, point), title: place.title, text: place.text)
            return .placeAdded(PlaceAdded(place: id("place", place.id, ids), content: content))
        }
        return tracks + places
    }

    private func notes(holdingBack: Bool) -> [String] {
        let unplaced = venue.beacons.filter { $0.position == nil }.map(\.label)
        return [
            unplaced.isEmpty ? nil : "\(unplaced.joined(separator: ", ")) was heard, and its place is not known.",
            holdingBack ? "\(testScans().count) scans are held back, the second half of each point's." : nil,
        ].compactMap { $0 }
    }

    private func id<Subject>(_ kind: String, _ name: String, _ ids: ImportIdentifiers) -> Identifier<Subject> {
        ids.identifier("hulop", kind, name)
    }
}
