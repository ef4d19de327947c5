public import Survey

extension EffectiveAge {
    /// When an act took effect; the beginning of time for `sinceStart`.
    func moment(ofActAt act: Timestamp) -> Timestamp {
        switch self {
        case .atAct: act
        case .milliseconds(let age): act.advanced(byMilliseconds: -age)
        case .sinceStart: .distantPast
        }
    }
}

extension Timestamp {
    /// Before everything.
    public static let distantPast = Timestamp(milliseconds: .min)
    /// After everything: the end of an interval that is still open.
    public static let distantFuture = Timestamp(milliseconds: .max)
}
