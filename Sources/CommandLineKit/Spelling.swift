/// Finds what a misspelt word was meant to be.
enum Spelling {
    /// The candidate nearest to a word, the first of several; nil where none is near enough to be meant.
    ///
    /// Near enough is at most a third of the word's letters wrong, and at least one.
    static func nearest(to word: String, in candidates: [String]) -> String? {
        let limit = max(1, word.count / 3)
        let best = candidates.map { ($0, distance(word, $0)) }.min { $0.1 < $1.1 }
        guard let (candidate, distance) = best, distance <= limit else { return nil }
        return candidate
    }

    /// The number of letters to insert, delete, change or swap with their neighbour.
    ///
    /// Optimal string alignment distance (Damerau, "A technique for computer detection and correction of spelling
    /// errors", CACM 1964), rows of the table kept one at a time.
    static func distance(_ left: String, _ right: String) -> Int {
        let (a, b) = (Array(left), Array(right))
        var before: [Int] = []
        var row = Array(0...b.count)
        for i in a.indices {
            var next = [i + 1]
            for j in b.indices {
                var cost = min(row[j + 1] + 1, next[j] + 1, row[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
                next.append(cost)
            }
            (before, row) = (row, next)
        }
        return row[b.count]
    }
}
