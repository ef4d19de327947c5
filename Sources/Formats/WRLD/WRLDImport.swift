import Places
import Survey

/// Turns a building in WRLD's indoor format into floors, tracks, stairs and lifts.
///
/// All floors share one frame: metres from the building's north-west corner, north up. Levels without paths become floors
/// without tracks: they are shown, and no route leads there.
public struct WRLDImport: Sendable {
    /// Seconds per floor; the format has none.
    private static let stairsCost = 15.0
    private static let liftCost = 20.0
    /// Metres around the paths.
    private static let margin = 5.0

    private let venue: WRLDVenue
    private let corner: GeographicAnchor

    /// Reads the folder of a building.
    ///
    /// - Throws: ``FileError`` and ``ImportError``.
    public init(folder: String) throws {
        venue = try WRLDVenue(folder: folder)
        let points = venue.levels.flatMap(\.paths).flatMap(\.points) + venue.links.flatMap { $0.ends.map(\.place) }
        guard let north = points.map(\.latitude).max(), let west = points.map(\.longitude).min() else {
            throw ImportError.nothingSelected("no level of \(folder) has paths.")
        }
        let anchor = GeographicAnchor(
            latitude: north,
            longitude: west,
            northAngle: 0,
            origin: Point(x: Self.margin, y: Self.margin)
        )
        corner = anchor
    }

    /// The events that make the building.
    public func survey(part: ImportPart = .whole, ids: ImportIdentifiers) -> ImportedSurvey {
        guard part.makesStructure else { return ImportedSurvey(batches: []) }
        let floors = venue.levels.flatMap { floorEvents($0, ids) }
        let tracks = venue.levels.flatMap { trackEvents($0, ids) }
        let without = venue.levels.filter(\.paths.isEmpty).map(\.name)
        return ImportedSurvey(
            batches: [floors + tracks + venue.links.compactMap { connector($0, ids) }],
            notes: without.isEmpty ? [] : ["The levels \(without.joined(separator: ", ")) have no paths."]
        )
    }

    private func floorEvents(_ level: WRLDVenue.Level, _ ids: ImportIdentifiers) -> [SurveyEvent] {
        let floor = floor(level.order, ids)
        return [
            .floorAdded(FloorAdded(floor: floor, name: level.name, ordinal: Int32(level.order))),
            .floorCalibrated(
                FloorCalibrated(
                    floor: floor,
                    metresPerPixel: 0.05,
                    anchor: corner,
                    // Who imports another part without having seen this means the same metres.
                    carryOver: Similarity(scale: 1, rotation: 0, dx: 0, dy: 0)
                )
            ),
        ]
    }

    private func trackEvents(_ level: WRLDVenue.Level, _ ids: ImportIdentifiers) -> [SurveyEvent] {
        let names = level.paths.map(\.name)
        return level.paths.compactMap { path in
            var points: [Point] = []
            for point in path.points.map(corner.point) where points.last != point { points.append(point) }
            guard points.count >= 2 else { return nil }
            // People name a track; where several share a name, the number tells them apart.
            let isShared = names.count { $0 == path.name } > 1
            return .trackDrawn(
                TrackDrawn(
                    track: ids.identifier("wrld", "track", "\(level.order) \(path.id)"),
                    floor: floor(level.order, ids),
                    name: isShared ? "\(path.name) \(path.id)" : path.name,
                    points: points
                )
            )
        }
    }

    private func connector(_ link: WRLDVenue.Link, _ ids: ImportIdentifiers) -> SurveyEvent? {
        let known = Set(venue.levels.map(\.order))
        guard link.ends.allSatisfy({ known.contains($0.order) }), link.ends[0].order != link.ends[1].order else {
            return nil
        }
        return .connectorAdded(
            ConnectorAdded(
                connector: ids.identifier("wrld", "connector", "\(link.id)"),
                kind: link.kind,
                landings: link.ends.map { Landing(floor: floor($0.order, ids), point: corner.point(at: $0.place)) },
                cost: link.kind == .lift ? Self.liftCost : Self.stairsCost,
                isStepFree: link.kind == .lift
            )
        )
    }

    private func floor(_ order: Int, _ ids: ImportIdentifiers) -> FloorID {
        ids.identifier("wrld", "floor", "\(order)")
    }
}
