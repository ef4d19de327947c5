import Formats
import JSON
import Survey

/// How far fixes lie from the places where their scans were taken, in metres.
struct ErrorFigures {
    /// Sorted.
    private let distances: [Double]
    private let scans: Int

    /// Compares each scan with its fix; a fix on another floor, or none, does not count as located.
    init(_ scans: [ScanLine], _ fixes: [FixLine]) {
        self.scans = scans.count
        distances = zip(scans, fixes).compactMap { scan, fix in
            guard let truth = scan.point, let found = fix.point, scan.floor == fix.floor else { return nil }
            return truth.distance(to: found)
        }.sorted()
    }

    var located: String { "\(distances.count)/\(scans)" }
    var mean: Double { distances.isEmpty ? .infinity : distances.reduce(0, +) / Double(distances.count) }

    /// Mean, median and third quartile, to the centimetre.
    var columns: [String] { [mean, quantile(0.5), quantile(0.75)].map { Self.metres($0) } }

    func json(moment: String) -> JSONValue {
        [
            "located": JSONValue(distances.count),
            "mean": JSONValue(mean),
            "median": JSONValue(quantile(0.5)),
            "moment": .string(moment),
            "p75": JSONValue(quantile(0.75)),
            "scans": JSONValue(scans),
        ]
    }

    /// The value below which the share lies, between neighbours in proportion.
    private func quantile(_ share: Double) -> Double {
        guard let last = distances.last else { return .infinity }
        let place = share * Double(distances.count - 1)
        let index = Int(place)
        guard index + 1 < distances.count else { return last }
        return distances[index] + (distances[index + 1] - distances[index]) * (place - Double(index))
    }

    private static func metres(_ value: Double) -> String {
        guard value.isFinite else { return "–" }
        let centimetres = Int((value * 100).rounded())
        let rest = centimetres % 100
        return "\(centimetres / 100).\(rest < 10 ? "0" : "")\(rest) m"
    }
}
