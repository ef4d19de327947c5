/// A level of the venue, or a zone of it that has a plan of its own.
public struct FloorAdded: Hashable, Sendable {
    public let floor: FloorID
    /// 1–200 characters, such as "1 этаж".
    public let name: String
    /// Height order: 0 is the entrance level; the name may say otherwise.
    public let ordinal: Int32

    public init(floor: FloorID, name: String, ordinal: Int32) {
        self.floor = floor
        self.name = name
        self.ordinal = ordinal
    }
}

/// A floor has another name or place in the order.
public struct FloorRenamed: Hashable, Sendable {
    public let floor: FloorID
    public let name: String
    public let ordinal: Int32

    public init(floor: FloorID, name: String, ordinal: Int32) {
        self.floor = floor
        self.name = name
        self.ordinal = ordinal
    }
}

/// A floor is no longer part of the venue; its events stay.
public struct FloorRemoved: Hashable, Sendable {
    public let floor: FloorID

    public init(floor: FloorID) {
        self.floor = floor
    }
}

/// A floor has a plan; the picture itself travels apart, as a blob.
public struct FloorPlanAttached: Hashable, Sendable {
    public let floor: FloorID
    /// SHA-256 of the file.
    public let blob: Digest
    /// At most 64 MiB.
    public let byteCount: UInt64
    public let mediaType: MediaType
    /// In pixels.
    public let width: UInt32
    /// In pixels; width × height is at most 40 Mpx.
    public let height: UInt32

    public init(floor: FloorID, blob: Digest, byteCount: UInt64, mediaType: MediaType, width: UInt32, height: UInt32) {
        self.floor = floor
        self.blob = blob
        self.byteCount = byteCount
        self.mediaType = mediaType
        self.width = width
        self.height = height
    }
}

/// What kind of picture a blob holds.
public enum MediaType: UInt8, Hashable, Sendable, CaseIterable {
    /// Portable Network Graphics (ISO/IEC 15948): the only kind a floor plan may have.
    case png = 1
    /// JPEG (ISO/IEC 10918-1): pictures of places only.
    case jpeg = 2
}

/// The scale of a floor, and where on Earth it lies.
///
/// Coordinates in events are metres in the floor's frame as their author knew it; `carryOver` says how older
/// coordinates of this floor are carried over when they are read. Nothing is rewritten.
public struct FloorCalibrated: Hashable, Sendable {
    public let floor: FloorID
    /// Uncalibrated floors have 0.05.
    public let metresPerPixel: Double
    /// Degrees clockwise from the plan's up to the frame's up.
    public let rotation: Double
    public let anchor: GeographicAnchor?
    public let carryOver: Similarity?

    public init(
        floor: FloorID,
        metresPerPixel: Double,
        rotation: Double = 0,
        anchor: GeographicAnchor? = nil,
        carryOver: Similarity? = nil
    ) {
        self.floor = floor
        self.metresPerPixel = metresPerPixel
        self.rotation = rotation
        self.anchor = anchor
        self.carryOver = carryOver
    }
}

/// Where a point of a floor's frame lies on Earth (WGS 84).
public struct GeographicAnchor: Hashable, Sendable {
    /// Degrees north, −90…90.
    public let latitude: Double
    /// Degrees east, −180…180.
    public let longitude: Double
    /// Degrees clockwise from the frame's up to true north.
    public let northAngle: Double
    /// The point of the floor, in metres, that lies there.
    public let origin: Point

    public init(latitude: Double, longitude: Double, northAngle: Double, origin: Point) {
        self.latitude = latitude
        self.longitude = longitude
        self.northAngle = northAngle
        self.origin = origin
    }
}

/// A map of the plane that keeps shapes: turn, scale, then shift.
public struct Similarity: Hashable, Sendable {
    /// Greater than 0.
    public let scale: Double
    /// Degrees clockwise.
    public let rotation: Double
    /// Metres.
    public let dx: Double
    /// Metres.
    public let dy: Double

    public init(scale: Double, rotation: Double, dx: Double, dy: Double) {
        self.scale = scale
        self.rotation = rotation
        self.dx = dx
        self.dy = dy
    }
}
