import Formats
import Glibc
import JSON
import Radio
import Survey

/// What a monitor knows, in a file that outlives it: every region's state, and events whose command was cut off.
///
/// Times are milliseconds since 1970: a source's own clock starts anew with each run.
struct MonitorState {
    /// The most events that wait for their command; older ones are dropped, since their moment has passed.
    static let capacity = 100

    var regions: [RegionID: RegionState] = [:]
    var pending: [RegionEvent] = []

    /// Nothing is known.
    init() {}

    /// What was kept; empty where nothing was.
    init(path: String) throws {
        guard access(path, F_OK) == 0 else { return }
        let json = try JSONValue(parsing: try FileContents.read(path, limit: 1 << 20))
        for (key, value) in json["regions"]?.members ?? [:] {
            guard let id = RegionID(key), let heard = Self.moment(value["heard"]) else { continue }
            regions[id] =
                Self.moment(value["since"]).map { .approaching(since: $0, lastHeard: heard) }
                ?? .inside(lastHeard: heard)
        }
        pending = (json["pending"]?.elements ?? []).compactMap(RegionEvent.init)
    }

    /// A time that can be computed with; nil for what is none.
    private static func moment(_ json: JSONValue?) -> Int64? {
        json?.integer.flatMap { (0...RangingLine.latest).contains($0) ? $0 : nil }
    }

    /// Keeps it: after a crash either the old or the new state is there.
    func write(to path: String) throws(FileError) {
        let states = regions.map { id, state -> (String, JSONValue) in
            switch state {
            case .inside(let heard): ("\(id)", ["heard": .integer(heard)])
            case .approaching(let since, let heard):
                ("\(id)", ["since": .integer(since), "heard": .integer(heard)])
            }
        }
        let json: JSONValue = [
            "regions": .object(Dictionary(states) { $1 }), "pending": .array(pending.suffix(Self.capacity).map(\.json)),
        ]
        try FileContents.write(json.utf8 + [UInt8(ascii: "\n")], to: path, permissions: 0o600)
    }

    /// The states on another clock that is `shift` milliseconds ahead of this one.
    static func shifted(_ states: [RegionID: RegionState], by shift: Int64) -> [RegionID: RegionState] {
        states.mapValues { state in
            switch state {
            case .inside(let heard): .inside(lastHeard: heard &+ shift)
            case .approaching(let since, let heard): .approaching(since: since &+ shift, lastHeard: heard &+ shift)
            }
        }
    }
}

/// A border that was crossed, as it is printed and handed to a command.
struct RegionEvent: Hashable {
    let region: RegionID
    let name: String
    /// `enter`, `exit`, or `inside` for what was so already when the monitor started.
    let event: String
    /// Milliseconds since 1970.
    let time: Int64

    var json: JSONValue {
        [
            "kind": "region", "region": .string("\(region)"), "name": .string(name), "event": .string(event),
            "t": .integer(time),
        ]
    }

    init(region: RegionID, name: String, event: String, time: Int64) {
        self.region = region
        self.name = name
        self.event = event
        self.time = time
    }

    /// An event that was kept; nil where the line holds none.
    init?(_ json: JSONValue) {
        guard let region = json["region"]?.text.flatMap({ RegionID($0) }), let name = json["name"]?.text,
            let event = json["event"]?.text, let time = json["t"]?.integer
        else { return nil }
        self.init(region: region, name: name, event: event, time: time)
    }
}
