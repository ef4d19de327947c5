/// A place worth telling about, at a point or at a slot.
public struct PlaceAdded: Hashable, Sendable {
    public let place: PlaceID
    public let content: PlaceContent

    public init(place: PlaceID, content: PlaceContent) {
        self.place = place
        self.content = content
    }
}

/// What a place is and says.
public struct PlaceContent: Hashable, Sendable {
    public let location: PlaceLocation
    /// 1–200 characters.
    public let title: String
    public let text: String
    public let pictures: [BlobReference]

    public init(location: PlaceLocation, title: String, text: String = "", pictures: [BlobReference] = []) {
        self.location = location
        self.title = title
        self.text = text
        self.pictures = pictures
    }
}

/// Where a place is.
public enum PlaceLocation: Hashable, Sendable {
    case point(FloorID, Point)
    /// At a mount: a replaced beacon changes no text.
    case slot(SlotID)
    /// Outdoors: WGS 84 degrees.
    case geographic(latitude: Double, longitude: Double)
}

/// A picture that travels apart.
public struct BlobReference: Hashable, Sendable {
    /// SHA-256 of the file.
    public let blob: Digest
    public let byteCount: UInt64
    public let mediaType: MediaType

    public init(blob: Digest, byteCount: UInt64, mediaType: MediaType) {
        self.blob = blob
        self.byteCount = byteCount
        self.mediaType = mediaType
    }
}

/// A place reads otherwise.
public struct PlaceEdited: Hashable, Sendable {
    public let place: PlaceID
    public let content: PlaceContent

    public init(place: PlaceID, content: PlaceContent) {
        self.place = place
        self.content = content
    }
}

/// A place is gone.
public struct PlaceRemoved: Hashable, Sendable {
    public let place: PlaceID

    public init(place: PlaceID) {
        self.place = place
    }
}

/// Somebody suggests a place; devices do not see it until it is approved.
public struct PlaceProposed: Hashable, Sendable {
    public let place: PlaceID
    public let content: PlaceContent

    public init(place: PlaceID, content: PlaceContent) {
        self.place = place
        self.content = content
    }
}

/// A proposed place is shown.
public struct PlaceApproved: Hashable, Sendable {
    public let place: PlaceID

    public init(place: PlaceID) {
        self.place = place
    }
}

/// A proposed place is not shown.
public struct PlaceRejected: Hashable, Sendable {
    public let place: PlaceID
    public let reason: String?

    public init(place: PlaceID, reason: String? = nil) {
        self.place = place
        self.reason = reason
    }
}

/// A spot attracts the position: a museum exhibit, a gate.
public struct SpotAdded: Hashable, Sendable {
    public let spot: SpotID
    public let floor: FloorID
    public let point: Point
    public let name: String?

    public init(spot: SpotID, floor: FloorID, point: Point, name: String? = nil) {
        self.spot = spot
        self.floor = floor
        self.point = point
        self.name = name
    }
}

/// A spot attracts no longer.
public struct SpotRemoved: Hashable, Sendable {
    public let spot: SpotID

    public init(spot: SpotID) {
        self.spot = spot
    }
}
