public import Survey

extension ScanPolicySet {
    /// Why a device may not scan now; nil where it may.
    ///
    /// `coordinate` is the device's rough place; without one a geofence keeps the scanner off.
    public func reasonNotToScan(at time: Timestamp, near coordinate: Coordinate?) -> ScanHindrance? {
        if let from, time < from { return .beforeEvent(from) }
        if let to, time >= to { return .afterEvent(to) }
        guard let geofence else { return nil }
        guard let coordinate else { return .placeUnknown }
        let centre = Coordinate(latitude: geofence.latitude, longitude: geofence.longitude)
        let distance = coordinate.distance(to: centre)
        return distance <= geofence.radius ? nil : .tooFar(distance: distance)
    }
}

/// Why a visitor's device keeps its scanner off.
public enum ScanHindrance: Hashable, Sendable {
    case beforeEvent(Timestamp)
    case afterEvent(Timestamp)
    /// The policy has a geofence and the device does not know where it is.
    case placeUnknown
    /// Metres from the geofence's centre.
    case tooFar(distance: Double)
}
