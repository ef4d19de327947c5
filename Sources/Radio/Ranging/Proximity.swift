/// How near a beacon is, in the words of Apple's ranging.
public enum Proximity: Hashable, Sendable, CaseIterable {
    case unknown
    /// Nearer than 0.5 m.
    case immediate
    /// Nearer than 3 m.
    case near
    /// Farther.
    case far

    private static let immediateLimit = 0.5
    private static let nearLimit = 3.0

    /// The zone of a distance in metres; nil is unknown.
    ///
    /// A zone is left only when its boundary is passed by 10 %, so that a visitor who stands on it does not flicker.
    public init(distance: Double?, previous: Proximity = .unknown) {
        guard let distance, distance >= 0 else {
            self = .unknown
            return
        }
        let immediateLimit = Self.immediateLimit * (previous == .immediate ? 1.1 : previous == .unknown ? 1 : 0.9)
        let nearLimit = Self.nearLimit * (previous == .far ? 0.9 : previous == .unknown ? 1 : 1.1)
        self = distance < immediateLimit ? .immediate : distance < nearLimit ? .near : .far
    }
}
