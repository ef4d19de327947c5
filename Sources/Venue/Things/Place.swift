public import Survey

/// A place worth telling about.
public struct Place: Hashable, Sendable {
    public let id: PlaceID
    /// The latest content; a point is in its floor's current frame.
    public let content: PlaceContent
    public let state: State
    public let added: Stamp

    /// Whether devices see it.
    public var isShown: Bool { state == .shown }

    /// Where a place stands between suggestion and visitors.
    public enum State: UInt8, Hashable, Sendable, CaseIterable {
        /// Added by a surveyor, or proposed and approved.
        case shown = 1
        /// Waits for approval.
        case proposed = 2
        case rejected = 3
        case removed = 4
    }

    init?(_ id: PlaceID, _ file: ThingFile, frames: (FloorID) -> FloorFrames) {
        guard let creation = file.creation else { return nil }
        let isProposal: Bool
        var (content, author): (PlaceContent, Stamp)
        switch creation.content {
        case .placeAdded(let event): (content, author, isProposal) = (event.content, creation.stamp, false)
        case .placeProposed(let event): (content, author, isProposal) = (event.content, creation.stamp, true)
        default: return nil
        }
        if let edit = file.latest(.content), case .placeEdited(let event) = edit.content {
            (content, author) = (event.content, edit.stamp)
        }
        if case .point(let floor, let point) = content.location {
            let location = PlaceLocation.point(floor, frames(floor).current(point, by: author))
            content = PlaceContent(
                location: location,
                title: content.title,
                text: content.text,
                pictures: content.pictures
            )
        }
        self.id = id
        self.content = content
        added = creation.stamp
        if file.isRemoved {
            state = .removed
        } else if !isProposal {
            state = .shown
        } else {
            switch file.latest(.approval)?.content {
            case .placeApproved?: state = .shown
            case .placeRejected?: state = .rejected
            default: state = .proposed
            }
        }
    }
}

/// A spot attracts the position: a museum exhibit, a gate.
public struct Spot: Hashable, Sendable {
    public let id: SpotID
    public let floor: FloorID
    /// In the floor's current frame.
    public let point: Point
    public let name: String?
    public let isRemoved: Bool
    public let added: Stamp

    init?(_ id: SpotID, _ file: ThingFile, frames: (FloorID) -> FloorFrames) {
        guard let creation = file.creation, case .spotAdded(let event) = creation.content else { return nil }
        self.id = id
        (floor, name) = (event.floor, event.name)
        point = frames(floor).current(event.point, by: creation.stamp)
        isRemoved = file.isRemoved
        added = creation.stamp
    }
}

/// A set of beacons whose nearness is told.
public struct Region: Hashable, Sendable {
    public let id: RegionID
    /// The latest definition.
    public let definition: RegionDefined
    public let isRemoved: Bool
    public let defined: Stamp

    init?(_ id: RegionID, _ file: ThingFile) {
        guard let claim = file.latest(.definition), case .regionDefined(let event) = claim.content else { return nil }
        self.id = id
        definition = event
        isRemoved = file.isRemoved
        defined = claim.stamp
    }
}
