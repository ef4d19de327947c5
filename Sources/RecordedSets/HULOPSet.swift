import JSON
import Survey

/// The sample venue of the HULOP map service: one floor, 44 points, ten scans each.
public enum HULOPSet {
    /// The first five scans of each point against the last five, in the order of the file.
    public static func split(in folder: DataFolder) throws(RecordedSetError) -> RecordedSplit {
        let file = "hulop-samplemap/mapdata.json"
        let text = try folder.text(file)
        guard
            let document = try? JSONValue(parsing: text),  // what is no JSON has no samples either
            let samples = document["samples"]?.elements?.first?["data"]?.text
        else { throw .unexpected(file: file) }
        var training: [RecordedScan] = []
        var tests: [RecordedScan] = []
        var visits: [Point: Int] = [:]
        for line in samples.split(whereSeparator: \.isNewline) {
            guard let scan = scan(line.split(separator: ",")) else { throw .unexpected(file: file) }
            let visit = visits[scan.point, default: 0]
            visits[scan.point] = visit + 1
            if visit < 5 { training.append(scan) } else { tests.append(scan) }
        }
        return RecordedSplit(
            set: "hulop",
            survey: "first-5",
            live: "last-5",
            training: training,
            tests: tests,
            minimumSlots: 0
        )
    }

    /// `time,Beacon,x,y,z,floor,n,(major,minor,rssi)*n`; −100 stands for "not heard".
    private static func scan(_ fields: [Substring]) -> RecordedScan? {
        guard fields.count >= 7, let x = Double(fields[2]), let y = Double(fields[3]) else { return nil }
        var heard: [String: Int] = [:]
        for index in stride(from: 7, to: fields.count - 2, by: 3) {
            guard let rssi = Double(fields[index + 2]) else { return nil }
            if rssi > -100 { heard["\(fields[index])/\(fields[index + 1])"] = Int(rssi.rounded()) }
        }
        return RecordedScan(point: Point(x: x, y: y), heard: heard)
    }
}
