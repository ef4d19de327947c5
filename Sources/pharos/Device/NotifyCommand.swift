import CommandLineKit
import Device
import Fingerprints
import Formats
import FoundationEssentials
import JSON
import Places
import Survey

/// `pharos notify`: what a visitor would be told.
struct NotifyCommand: Subcommand {
    static let name = "notify"
    static let summary = "Read scans and print what a visitor would be told, by the release in use"
    static let usage = "[FILE | -] [--memory FILE] [--near LAT,LON] [--wake]"
    static let discussion = """
        Tells of a place at a slot when that slot is considerably closest (6 dB for 3 s), of a place at a point when the \
        visitor has come within 5 m, and of regions entered and left; nothing twice in 10 minutes. Scans outside the \
        dates and the surroundings of the scan policy are passed over, as the scanner would be off. One JSON object a line.
        """
    static let options = [
        OptionSummary("--memory FILE", "Go on from this file, and keep in it what must survive a restart"),
        OptionSummary("--near LAT,LON", "Where the device roughly is, for the scan policy"),
        OptionSummary("--wake", "Tell once more which regions the device is in"),
    ]

    /// Milliseconds of scans after which the memory is kept, told or not.
    private static let keptEvery: Int64 = 5_000

    private let home: HomeOption
    private let file: String
    private let memoryPath: String?
    private let place: Coordinate?
    private let wakes: Bool

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        memoryPath = try arguments.takeOption("--memory")
        place = try arguments.takePoint("--near").map { Coordinate(latitude: $0.x, longitude: $0.y) }
        wakes = arguments.takeFlag("--wake")
        file = arguments.takeOptionalWord() ?? "-"
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let release = try home.releases(console).cache.release()
        var guide = VisitorGuide(release, memory: try memory(console))
        var reader = try ScanReader(path: file)
        var status = ExitStatus.success
        var (passedOver, hasWoken, keptAt) = (0, !wakes, Int64.min)
        while let line = try reader.next() {
            switch line {
            case .success(let scan):
                guard release.policy?.scanPolicy?.reasonNotToScan(at: scan.time, near: place) == nil else {
                    passedOver += 1
                    continue
                }
                let woken = hasWoken ? [] : guide.inside(at: scan.time)
                hasWoken = true
                let notices = woken + guide.hear(scan)
                for notice in notices { console.print(notice.json.description) }
                // Whoever is ended in the middle goes on from here.
                if !notices.isEmpty || scan.time.milliseconds.elapsed(since: keptAt) >= Self.keptEvery {
                    try keep(guide.memory)
                    keptAt = scan.time.milliseconds
                }
            case .failure(let error):
                console.warn("pharos: \(error)")
                status = .data
            }
        }
        if passedOver > 0 { console.note("pharos: The scan policy kept the scanner off for \(passedOver) scans.") }
        try keep(guide.memory)
        return status
    }

    private func memory(_ console: Console) throws -> VisitMemory {
        guard let memoryPath, FileManager.default.fileExists(atPath: memoryPath) else { return VisitMemory() }
        let bytes = try FileContents.read(memoryPath, limit: 16 << 20)
        guard let json = try? JSONValue(parsing: bytes) else {  // what is wrong with it helps nobody: it is a cache
            console.warn("pharos: \(memoryPath) cannot be read; the visit starts anew.")
            return VisitMemory()
        }
        return VisitMemory(json: json)
    }

    private func keep(_ memory: VisitMemory) throws {
        guard let memoryPath else { return }
        do {
            try Data(memory.json.description.utf8).write(to: URL(filePath: memoryPath), options: .atomic)
        } catch { throw CannotWrite(path: memoryPath) }
    }
}
