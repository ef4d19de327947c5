/// Which floor is shown: it changes when several fixes in a row agree on another, never on one.
struct FloorAutomaton: Sendable {
    private var shown: Int?
    private var rival: (floor: Int, count: Int)?

    /// Takes the probability of each floor in, and says which one is shown.
    mutating func take(_ probabilities: [Double], _ constants: TrackingConstants) -> Int {
        let likeliest = probabilities.indices.max { probabilities[$0] < probabilities[$1] } ?? 0
        guard let shown else {
            self.shown = likeliest
            return likeliest
        }
        guard likeliest != shown else {
            rival = nil
            return shown
        }
        let count = rival?.floor == likeliest ? (rival?.count ?? 0) + 1 : 1
        guard count >= constants.floorAgreement else {
            rival = (likeliest, count)
            return shown
        }
        self.shown = likeliest
        rival = nil
        return likeliest
    }
}
