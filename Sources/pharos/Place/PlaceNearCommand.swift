import Agent
import CommandLineKit
import JSON
import Places
import Survey
import Venue

/// `pharos place near`: what lies around a person, as radar, map and augmented view show it.
struct PlaceNearCommand: Subcommand {
    static let name = "place near"
    static let summary = "Say what lies around a point: distance, bearing, radar, card, cluster"
    static let usage = "FLOOR:X,Y | LAT,LON [--heading DEGREES]"
    static let discussion = """
        Places up to 500 m away are shown, nearest first; the augmented view opens at 40 m. Distances between a floor and \
        the outdoors need the floor's geographic anchor (pharos floor calibrate). Radar positions are those of a picture \
        of 120 × 120 points; a card stands x metres east, y up and z south.
        """
    static let options = [OptionSummary("--heading DEGREES", "Where the person looks, clockwise from north (0)")]

    private let home: HomeOption
    private let heading: Double
    private let word: PlaceWord

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        heading = try arguments.takeNumber("--heading", in: -360...360) ?? 0
        word = PlaceWord(text: try arguments.takeWord("where the person is"))
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let venue = try home.open(console).venue()
        let panorama = Panorama(of: try viewpoint(in: venue), in: venue)
        for cluster in panorama.clusters {
            for (index, sight) in cluster.enumerated() {
                console.answer(json(sight, in: cluster), text(sight, isLeader: index == 0, of: cluster.count))
            }
        }
        return .success
    }

    private func json(_ sight: Panorama.Sight, in cluster: [Panorama.Sight]) -> JSONValue {
        let radar = Radar().position(bearing: sight.bearing, distance: sight.distance, heading: heading)
        let card = ScenePosition(bearing: sight.bearing, distance: sight.distance, height: 0)
        let places: [JSONValue] = [.number(radar.x.rounded(3)), .number(radar.y.rounded(3))]
        let stands: [JSONValue] = [.number(card.x.rounded(3)), .number(card.y), .number(card.z.rounded(3))]
        return [
            "bearing": .number(sight.bearing.rounded(3)),
            "card": .array(stands),
            "cluster": .string(cluster[0].place.content.title),
            "clusterSize": JSONValue(cluster.count),
            "distance": .number(sight.distance.rounded(2)),
            "nearness": .string(sight.nearness == .augmented ? "augmented" : "near"),
            "radar": .array(places),
            "title": .string(sight.place.content.title),
        ]
    }

    private func text(_ sight: Panorama.Sight, isLeader: Bool, of count: Int) -> String {
        var words = ["\(sight.distance.short) m", "\(Int(sight.bearing.rounded()))°"]
        if sight.nearness == .augmented { words.append("augmented") }
        if isLeader, count > 1 { words.append("\(count) here") }
        return ([(isLeader ? "" : "  ") + sight.place.content.title] + words).joined(separator: "\t")
    }

    private func viewpoint(in venue: Venue) throws -> Viewpoint {
        if let (floor, point) = try word.point(in: venue) { return .indoors(floor, point) }
        let degrees = try Arguments.point(word.text, "where the person is")
        return .outdoors(Coordinate(latitude: degrees.x, longitude: degrees.y))
    }
}
