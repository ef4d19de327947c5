import Agent
import CommandLineKit
import EdgeLog
import Formats
import Survey
import Venue

/// What commands that write a place's content have in common.
struct PlaceOptions {
    static let summaries = [
        OptionSummary("--at FLOOR:X,Y", "At a point of a floor, metres in its frame"),
        OptionSummary("--slot SLOT", "At a slot: a replaced beacon changes nothing"),
        OptionSummary("--geo LAT,LON", "Outdoors, in degrees"),
        OptionSummary("--text TEXT", "What it says"),
        OptionSummary("--picture FILE", "A PNG or JPEG file; may stand several times"),
    ]

    /// The largest picture in bytes.
    private static let maximumPicture = 64 << 20

    let text: String?
    private let at: PlaceWord?
    private let slot: String?
    private let geo: Point?
    private let pictures: [String]

    init(_ arguments: inout Arguments) throws(UsageError) {
        at = try arguments.takeOption("--at").map { PlaceWord(text: $0) }
        slot = try arguments.takeOption("--slot")
        geo = try arguments.takePoint("--geo")
        text = try arguments.takeOption("--text")
        pictures = try arguments.takeOptions("--picture")
        guard [at != nil, slot != nil, geo != nil].count(where: { $0 }) <= 1 else {
            throw UsageError("--at, --slot and --geo exclude each other.")
        }
    }

    /// Where it is; nil where nothing was said.
    func location(in venue: Venue) throws -> PlaceLocation? {
        if let at {
            guard let (floor, point) = try at.point(in: venue) else {
                throw UsageError("--at is “\(at.text)”; expected FLOOR:X,Y.")
            }
            return .point(floor.id, point)
        }
        if let slot { return .slot(try venue.slot(called: slot).id) }
        return geo.map { .geographic(latitude: $0.x, longitude: $0.y) }
    }

    /// The pictures' files, kept beside the log unless nothing is to be written; nil where none was named.
    func blobs(of agent: LocalAgent, isDryRun: Bool) throws -> [BlobReference]? {
        if pictures.isEmpty { return nil }
        return try pictures.map { path in
            let bytes = try FileContents.read(path, limit: Self.maximumPicture)
            guard let type = MediaType(signatureOf: bytes) else {
                throw NameError(
                    description: "\(path) is neither a PNG nor a JPEG file.",
                    recovery: "Convert it to one of these."
                )
            }
            let hash = isDryRun ? LocalAgent.hashing.sha256(bytes) : try agent.log.keepBlob(bytes)
            return BlobReference(blob: hash, byteCount: UInt64(bytes.count), mediaType: type)
        }
    }
}

extension MediaType {
    /// The kind of picture that a file's first bytes say it is; nil for any other.
    fileprivate init?(signatureOf bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else {
            return nil
        }
    }
}

extension Venue {
    /// A place by its title or identifier, whatever its state.
    func place(called title: String) throws(NameError) -> Place {
        let known = places.values.filter { $0.state != .removed }
        if let id = PlaceID(title), let place = known.first(where: { $0.id == id }) { return place }
        let found = known.filter { $0.content.title == title }
        guard found.count <= 1 else { throw .ambiguous("place", title, found.map { "\($0.id)" }.sorted()) }
        guard let place = found.first else {
            throw .unknown("place", title, known: known.map(\.content.title).sorted())
        }
        return place
    }

    /// Where a place is, in words.
    func words(for location: PlaceLocation) -> String {
        switch location {
        case .point(let floor, let point): "\(floors[floor]?.name ?? "\(floor)"):\(point.words)"
        case .slot(let slot): "slot “\(slots[slot]?.label ?? "\(slot)")”"
        case .geographic(let latitude, let longitude): "\(latitude), \(longitude)"
        }
    }
}
