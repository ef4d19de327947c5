import Agent
import CommandLineKit
import Formats
import Survey
import Venue

/// `pharos import geojson`: what `pharos export geojson` wrote, perhaps drawn on since.
struct ImportGeoJSONCommand: Subcommand {
    static let name = "import geojson"
    static let summary = "Import tracks, slots and places from GeoJSON"
    static let usage = "FILE [--part N/M] [--dry-run]"
    static let discussion = """
        FILE is in the form of pharos export geojson; its floors must exist. What the project has already is passed over.
        """
    static let options = ImportOptions.summaries

    private let options: ImportOptions
    private let file: String

    init(_ arguments: inout Arguments) throws(UsageError) {
        options = try ImportOptions(&arguments)
        file = try arguments.takeWord("the file")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try options.write(console, file) { venue in
            let shape = try VenueShape(geoJSON: FileContents.read(file), path: file, floors: venue.shapeFloors)
            let ids = ImportIdentifiers(project: venue.id, hashing: LocalAgent.hashing)
            return shape.survey(part: options.part, knownFloors: Set(venue.floors.keys), ids: ids)
        }
    }
}

/// `pharos import osm`: rooms, corridors and levels of OpenStreetMap.
struct ImportOSMCommand: Subcommand {
    static let name = "import osm"
    static let summary = "Import rooms, corridors and lifts from OpenStreetMap"
    static let usage = "FILE [--part N/M] [--dry-run]"
    static let discussion = """
        FILE is an extract as XML or as Overpass JSON. Levels become floors, rooms places, corridors tracks to be walked. \
        A level that the project has as a floor, by name, lies on that floor if it has an anchor. Nothing is uploaded.
        """
    static let options = ImportOptions.summaries

    private let options: ImportOptions
    private let file: String

    init(_ arguments: inout Arguments) throws(UsageError) {
        options = try ImportOptions(&arguments)
        file = try arguments.takeWord("the extract")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try options.write(console, file) { venue in
            let ids = ImportIdentifiers(project: venue.id, hashing: LocalAgent.hashing)
            let extract = try OSMImport(
                FileContents.read(file),
                path: file,
                floors: venue.shapeFloors,
                ids: ids
            )
            return extract.venue.survey(
                part: options.part,
                knownFloors: Set(venue.floors.keys),
                ids: ids,
                notes: extract.notes
            )
        }
    }
}

/// `pharos import slots`: a beacon register from a spreadsheet.
struct ImportSlotsCommand: Subcommand {
    static let name = "import slots"
    static let summary = "Import slots and what hangs in them from a table (CSV)"
    static let usage = "FILE [--part N/M] [--dry-run]"
    static let discussion = """
        FILE has the columns of pharos export slots; all but label may be missing. Its floors must exist. Labels and \
        identities that the project has already are passed over.
        """
    static let options = ImportOptions.summaries

    private let options: ImportOptions
    private let file: String

    init(_ arguments: inout Arguments) throws(UsageError) {
        options = try ImportOptions(&arguments)
        file = try arguments.takeWord("the table")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try options.write(console, file) { venue in
            let register = try BeaconRegister(FileContents.read(file), path: file)
            let ids = ImportIdentifiers(project: venue.id, hashing: LocalAgent.hashing)
            var floors: [String: FloorID] = [:]
            for row in register.rows { if let floor = row.floor { floors[floor] = try venue.floor(called: floor).id } }
            return register.survey(
                part: options.part,
                floors: floors,
                labels: Set(venue.liveSlots.map(\.label)),
                identities: venue.liveSlots.compactMap { venue.assignments.current(of: $0.id)?.identity },
                policy: venue.identityPolicy,
                ids: ids
            )
        }
    }
}
