import Fingerprints
import Survey

extension PrintsDocument {
    /// The prints as a table (RFC 4180): a row per reference point, heading and slot, metres and dBm.
    ///
    /// It is for spreadsheets: which assignment was heard is not in it, so it cannot be read back.
    public var table: String {
        var table = CommaSeparatedText()
        table.add(["floor", "x", "y", "heading", "slot", "identity", "n", "scans", "mean", "deviation"])
        for point in index.printed {
            let place = point.place.point
            for tally in point.tallies {
                let span = index.spans[tally.span]
                table.add([
                    floors[point.key.floor] ?? "\(point.key.floor)", "\(place.x)", "\(place.y)",
                    Self.headings[Int(tally.heading)], labels[span.slot] ?? "\(span.slot)",
                    "\(span.identity)", "\(tally.count)", "\(point.scans[Int(tally.heading)])",
                    "\((tally.mean * 1_000).rounded() / 1_000)", "\((tally.deviation * 1_000).rounded() / 1_000)",
                ])
            }
        }
        return table.text
    }
}
