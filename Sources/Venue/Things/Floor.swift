public import Survey

/// A level of the venue, as its events together describe it.
public struct Floor: Hashable, Sendable {
    /// Metres per pixel of a floor that nobody calibrated.
    public static let uncalibratedScale = 0.05

    public let id: FloorID
    public let name: String
    /// Height order: 0 is the entrance level.
    public let ordinal: Int32
    /// The latest plan; nil while the floor is incomplete.
    public let plan: FloorPlanAttached?
    /// The latest calibration; nil while the floor has 0.05 m per pixel.
    public let calibration: FloorCalibrated?
    /// Where the current frame lies on Earth; nil where nobody said.
    public let anchor: GeographicAnchor?
    /// The frames that this floor's coordinates were written in.
    public let frames: FloorFrames
    public let isRemoved: Bool
    /// The act that added it.
    public let added: Stamp

    public var metresPerPixel: Double { calibration?.metresPerPixel ?? Self.uncalibratedScale }

    /// Degrees clockwise from the plan's up to the frame's up.
    public var rotation: Double { calibration?.rotation ?? 0 }

    /// Width and height in metres of the plan, as it lies before it is turned into the frame; nil without a plan.
    public var extent: Point? {
        plan.map { Point(x: Double($0.width) * metresPerPixel, y: Double($0.height) * metresPerPixel) }
    }

    /// The point of the frame that a pixel of the plan shows.
    public func point(atPixel pixel: Point) -> Point {
        Similarity(scale: metresPerPixel, rotation: -rotation, dx: 0, dy: 0).image(of: pixel)
    }

    /// The pixel of the plan that shows a point of the frame.
    public func pixel(at point: Point) -> Point {
        Similarity(scale: metresPerPixel, rotation: -rotation, dx: 0, dy: 0).inverse.image(of: point)
    }

    init?(_ id: FloorID, _ file: ThingFile) {
        guard let creation = file.creation, case .floorAdded(let event) = creation.content else { return nil }
        self.id = id
        if case .floorRenamed(let renamed)? = file.latest(.name)?.content {
            (name, ordinal) = (renamed.name, renamed.ordinal)
        } else {
            (name, ordinal) = (event.name, event.ordinal)
        }
        plan = if case .floorPlanAttached(let plan)? = file.latest(.plan)?.content { plan } else { nil }
        let calibrations = file.writes(.calibration)
        calibration = if case .floorCalibrated(let latest)? = calibrations.last?.content { latest } else { nil }
        frames = FloorFrames(calibrations: calibrations)
        anchor = Self.anchor(calibrations, frames)
        isRemoved = file.isRemoved
        added = creation.stamp
    }

    /// The latest anchor that a calibration gave, carried over to the current frame.
    private static func anchor(_ calibrations: [Claim], _ frames: FloorFrames) -> GeographicAnchor? {
        for claim in calibrations.reversed() {
            guard case .floorCalibrated(let event) = claim.content, let anchor = event.anchor else { continue }
            guard let map = frames.carryOver(from: claim.stamp.event), !map.isIdentity else { return anchor }
            return GeographicAnchor(
                latitude: anchor.latitude,
                longitude: anchor.longitude,
                northAngle: Similarity.normalised(anchor.northAngle + map.rotation),
                origin: map.image(of: anchor.origin)
            )
        }
        return nil
    }
}
