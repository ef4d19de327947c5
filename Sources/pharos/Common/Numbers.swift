import Survey

extension Double {
    /// The number with so many digits behind the point.
    func rounded(_ digits: Int) -> Double {
        let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
        return (self * scale).rounded() / scale
    }

    /// With at most one digit behind the point.
    var short: String { "\(rounded(1))" }

    /// The same with a sign in front.
    var signed: String { rounded(1) > 0 ? "+\(short)" : short }
}

extension Point {
    /// As people type it, in metres.
    var words: String { "\(x.rounded(2)),\(y.rounded(2))" }
}
