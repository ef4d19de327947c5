import Survey

extension TetamSet {
    /// Reads the counts of each strength: `x_m,y_m,z_m,sensor,rssi_dbm,count`.
    ///
    /// A point's packets are sorted by strength and dealt out in ``scansPerPoint`` equal shares per receiver, each of
    /// which becomes one reading: its mean, for as many packets. Strengths of 0 dBm or more are counted and left out.
    public static func fingerprints(
        _ bytes: [UInt8],
        path: String
    ) throws(ImportError) -> (lines: [ScanLine], impossible: Int) {
        let table = try RecordedTable(bytes, path: path)
        let (x, y) = (try table.column("x_m"), try table.column("y_m"))
        let (sensor, strength, count) = (
            try table.column("sensor"), try table.column("rssi_dbm"), try table.column("count")
        )
        var points: [Point] = []
        var histograms: [Point: [BeaconIdentity: [Int: Int]]] = [:]
        var impossible = 0
        for row in table.rows {
            let point = Point(x: try row.finite(row.fields[x]), y: try row.finite(row.fields[y]))
            let packets: UInt32 = try row.number(row.fields[count])
            var wrong = 0
            guard let rssi = try row.heardStrength(row.fields[strength], impossible: &wrong) else {
                impossible += wrong * Int(packets)
                continue
            }
            if histograms[point] == nil { points.append(point) }
            let receiver = try row.name(row.fields[sensor])
            histograms[point, default: [:]][receiver, default: [:]][rssi.dBm, default: 0] += Int(packets)
        }
        var lines: [ScanLine] = []
        for point in points {
            for share in scans(of: histograms[point] ?? [:]) {
                lines.append(
                    ScanLine(
                        time: Timestamp(milliseconds: Int64(lines.count + 1) * 1_000),
                        floor: floor,
                        point: point,
                        walk: "set 1",
                        readings: share
                    )
                )
            }
        }
        return (lines, impossible)
    }

    /// The readings of each of a point's scans.
    private static func scans(of histograms: [BeaconIdentity: [Int: Int]]) -> [[Reading]] {
        var scans = [[Reading]](repeating: [], count: scansPerPoint)
        for (receiver, counts) in histograms.sorted(by: { $0.key.description < $1.key.description }) {
            let strengths = counts.sorted { $0.key < $1.key }
            let total = strengths.reduce(0) { $0 + $1.value }
            var (entry, used) = (0, 0)
            for share in 0..<scansPerPoint {
                var left = total * (share + 1) / scansPerPoint - total * share / scansPerPoint
                let size = left
                var sum = 0
                while left > 0 {
                    let taken = min(left, strengths[entry].value - used)
                    sum += taken * strengths[entry].key
                    used += taken
                    left -= taken
                    if used == strengths[entry].value { (entry, used) = (entry + 1, 0) }
                }
                guard size > 0, let rssi = RSSI(dBm: Int((Double(sum) / Double(size)).rounded())) else { continue }
                let packets = UInt16(clamping: size)
                scans[share].append(Reading(identity: receiver, rssi: rssi, packets: packets))
            }
        }
        return scans.filter { !$0.isEmpty }
    }
}
