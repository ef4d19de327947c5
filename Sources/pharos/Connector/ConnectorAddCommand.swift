import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos connector add`: a way between floors.
struct ConnectorAddCommand: Subcommand {
    static let name = "connector add"
    static let summary = "Add stairs, a lift or an escalator between floors"
    static let usage = "KIND FLOOR:X,Y FLOOR:X,Y [FLOOR:X,Y ...] [--cost SECONDS] [--step-free]"
    static let discussion = """
        KIND is stairs, lift or escalator. Each FLOOR:X,Y says where it can be entered, metres in the floor's frame. People \
        name it by its kind and its floors, such as “lift Ground–First”.
        """
    static let options = [
        OptionSummary("--cost SECONDS", "How long one floor takes; else 20 on stairs, 15 otherwise"),
        OptionSummary("--step-free", "Without a step; a lift always is"),
        WritingOptions.dryRun,
    ]

    private let writing: WritingOptions
    private let kind: ConnectorKind
    private let entries: [(floor: String, point: Point)]
    private let cost: Double
    private let isStepFree: Bool

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        let cost = try arguments.takeNumber("--cost", in: 0...3_600, unit: "s")
        let saysStepFree = arguments.takeFlag("--step-free")
        kind = try arguments.takeConnectorKind()
        var entries: [(floor: String, point: Point)] = []
        while let word = arguments.takeOptionalWord() {
            // The last colon: a floor may be called anything.
            guard let colon = word.lastIndex(of: ":"), colon != word.startIndex else {
                throw .invalidValue(word, of: "an entrance", expected: "FLOOR:X,Y")
            }
            let point = try Arguments.point(String(word[word.index(after: colon)...]), "an entrance")
            entries.append((String(word[..<colon]), point))
        }
        guard entries.count >= 2 else { throw UsageError("Two entrances on different floors are required.") }
        self.entries = entries
        self.cost = cost ?? (kind == .stairs ? 20 : 15)
        isStepFree = saysStepFree || kind == .lift
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let venue = try agent.venue()
            let landings = try entries.map { entry in
                Landing(floor: try venue.floor(called: entry.floor).id, point: entry.point)
            }
            let connector: ConnectorID = agent.draw()
            let event = ConnectorAdded(
                connector: connector,
                kind: kind,
                landings: landings,
                cost: cost,
                isStepFree: isStepFree
            )
            let label = venue.label(of: kind, between: landings.map(\.floor))
            return WritingOptions.Change(
                events: [.connectorAdded(event)],
                json: ["connector": .string("\(connector)"), "label": .string(label)],
                text: "Added \(label)."
            )
        }
    }
}

extension Arguments {
    /// Takes how a connector carries people.
    mutating func takeConnectorKind() throws(UsageError) -> ConnectorKind {
        let word = try takeWord("stairs, lift or escalator")
        guard let kind = ConnectorKind.allCases.first(where: { $0.noun == word }) else {
            throw .invalidValue(word, of: "the kind", expected: "stairs, lift or escalator")
        }
        return kind
    }
}
