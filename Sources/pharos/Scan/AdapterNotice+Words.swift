import CommandLineKit
import JSON
import Radio

extension AdapterNotice {
    /// What a person is told on stderr; nil for what a status line says better.
    var words: String? {
        switch self {
        case .listening: "The adapter is listening."
        case .hindered(let hindrance): "\(hindrance) \(hindrance.remedy)"
        case .restarted(let silence): "Nothing was heard for \(silence / 1_000) s: the scan was started anew."
        case .gap(let gap): "Heard again after a gap of \(gap) ms."
        }
    }

    /// The line of a stream of JSON.
    func json(at time: Int64) -> JSONValue {
        var line: [String: JSONValue] = ["kind": "adapter", "at": .integer(time)]
        switch self {
        case .listening: line["state"] = .string(AdapterState.poweredOn.rawValue)
        case .hindered(let hindrance):
            line["state"] = .string(hindrance.state.rawValue)
            line["reason"] = .string("\(hindrance)")
            line["remedy"] = .string(hindrance.remedy)
        case .restarted(let silence):
            line["event"] = "restarted"
            line["silence"] = .integer(silence)
        case .gap(let gap):
            line["event"] = "gap"
            line["gap"] = .integer(gap)
        }
        return .object(line)
    }
}
