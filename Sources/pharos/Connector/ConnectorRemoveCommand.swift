import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos connector remove`: a way between floors is closed for good.
struct ConnectorRemoveCommand: Subcommand {
    static let name = "connector remove"
    static let summary = "Say that a way between floors is closed for good"
    static let usage = "KIND FLOOR FLOOR [FLOOR ...] | CONNECTOR-ID [--dry-run]"
    static let discussion = "Where two of a kind join the same floors, the identifier tells them apart."
    static let options = [WritingOptions.dryRun]

    private let writing: WritingOptions
    private let subject: Subject

    private enum Subject {
        case identifier(ConnectorID)
        case words(ConnectorKind, floors: [String])
    }

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        var words = arguments
        if let id = ConnectorID(try words.takeWord("the connector")) {
            arguments = words
            subject = .identifier(id)
        } else {
            let kind = try arguments.takeConnectorKind()
            var floors: [String] = []
            while let floor = arguments.takeOptionalWord() { floors.append(floor) }
            guard floors.count >= 2 else { throw UsageError("The floors that it joins are required.") }
            subject = .words(kind, floors: floors)
        }
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let venue = try agent.venue()
            let connector = try find(in: venue)
            let label = venue.label(of: connector)
            return WritingOptions.Change(
                events: [.connectorRemoved(ConnectorRemoved(connector: connector.id))],
                json: ["connector": .string("\(connector.id)"), "label": .string(label)],
                text: "Removed \(label)."
            )
        }
    }

    private func find(in venue: Venue) throws(NameError) -> Connector {
        let known = venue.liveConnectors
        let (name, found): (String, [Connector])
        switch subject {
        case .identifier(let id): (name, found) = ("\(id)", known.filter { $0.id == id })
        case .words(let kind, let floors):
            var joined: Set<FloorID> = []
            for floor in floors { joined.insert(try venue.floor(called: floor).id) }
            name = "\(kind.noun) \(floors.joined(separator: "–"))"
            found = known.filter { $0.kind == kind && Set($0.landings.map(\.floor)) == joined }
        }
        guard let connector = found.first else {
            throw .unknown("connector", name, known: known.map(venue.label).sorted())
        }
        guard found.count == 1 else { throw .ambiguous("connector", name, found.map { "\($0.id)" }) }
        return connector
    }
}
