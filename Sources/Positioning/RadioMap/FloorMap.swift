import Survey

/// What every slot sounds like all over one floor, between the prints as well as at them.
struct FloorMap: Sendable {
    let floor: FloorID
    let grid: CellGrid
    /// The row of ``means`` of each slot number; nil for a slot that was never heard on the floor.
    let rows: [Int32?]
    /// The slot number of each row.
    let slots: [Int]
    /// Row after row, in each the cells: dBm.
    let means: [Float]
    /// Per cell: the variance in dB² of what the map says.
    let variances: [Float]
    /// The logarithm of the probability that a slot is heard here that no scan of the floor's survey heard.
    let stranger: Float
    /// Per cell: what all slots' silence weighs at no gain.
    private(set) var silence: [Float] = []
    /// In the order of ``means``: what each slot's part of it is.
    private(set) var silences: [Float] = []

    init(
        floor: FloorID,
        grid: CellGrid,
        slots: [Int],
        slotCount: Int,
        means: [Float],
        variances: [Float],
        scans: Int
    ) {
        self.floor = floor
        self.grid = grid
        self.slots = slots
        var rows = [Int32?](repeating: nil, count: slotCount)
        for (row, slot) in slots.enumerated() { rows[slot] = Int32(row) }
        self.rows = rows
        self.means = means
        self.variances = variances
        // Laplace's rule of succession.
        stranger = -logarithm(Float(scans + 2))
    }

    /// What a row says at a cell, in dBm.
    func mean(_ row: Int, _ cell: Int) -> Float { means[row * grid.cells.count + cell] }

    /// Works out what silence weighs, under a model of it.
    mutating func weighSilence(_ absence: Absence, _ noise: [Float]) {
        let count = grid.cells.count
        var silences = [Float](repeating: 0, count: means.count)
        var silence = [Float](repeating: 0, count: count)
        for (row, slot) in slots.enumerated() {
            for cell in silence.indices {
                let deviation = (variances[cell] + noise[slot]).squareRoot()
                let weight = absence.weight((absence.threshold - mean(row, cell)) / deviation)
                silences[row * count + cell] = weight
                silence[cell] += weight
            }
        }
        self.silences = silences
        self.silence = silence
    }
}
