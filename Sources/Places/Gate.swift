/// How near a place is to a person who may be shown it.
public enum Nearness: Hashable, Sendable, CaseIterable {
    /// Not shown.
    case far
    /// Shown on radar and map.
    case near
    /// Near enough for the augmented view.
    case augmented
}

/// The distances at which a place appears and opens.
public struct Gate: Hashable, Sendable {
    /// Metres up to which the augmented view opens; it closes 2 m farther out.
    public let augmentedRadius: Double
    /// Metres up to which a place is shown at all.
    public let visibleRadius: Double

    private static let hysteresis = 2.0

    public init(augmentedRadius: Double = 40, visibleRadius: Double = 500) {
        self.augmentedRadius = augmentedRadius
        self.visibleRadius = visibleRadius
    }

    /// The nearness at a distance in metres, coming from an earlier nearness.
    public func nearness(at distance: Double, previous: Nearness = .far) -> Nearness {
        let open = augmentedRadius + (previous == .augmented ? Self.hysteresis : 0)
        return distance <= open ? .augmented : distance <= visibleRadius ? .near : .far
    }
}
