import Agent
import CommandLineKit
import Device
import Formats
import JSON
import Positioning

/// `pharos locate`: answers scans with places, without a network.
struct LocateCommand: Subcommand {
    static let name = "locate"
    static let summary = "Say where scans were taken, by the release in use"
    static let usage = "[FILE | -] [--score] [--metric METRIC] [--track] [--nearest | --neighbours K | --region METRES]"
    static let discussion = """
        Reads scan lines from a file or from standard input and writes one fix line for each, as docs/scans.md describes \
        both. Needs no network: pharos pull has brought the release, or pharos import prints the prints; --prints takes \
        them from a file. With --score it writes one answer: how far the fixes \
        were off, for scans that say where they were taken.
        """
    static let options = [
        OptionSummary("--prints FILE", "Locate by what pharos export prints --json wrote, without an installation"),
        OptionSummary("--score", "Tell error, floor accuracy and coverage instead of the fixes"),
        OptionSummary(
            "--metric METRIC",
            "What the release advises is the default, or linear-relative; else auto (its advice, or the radio map), "
                + "absolute, linear-relative, level-removed or source-relative"
        ),
        OptionSummary("--track", "Follow each walk by the radio map: whoever walks does not jump"),
        OptionSummary("--nearest", "Answer the place of the print that is most alike"),
        OptionSummary("--neighbours K", "Answer the weighted mean of the K prints that are most alike (3)"),
        OptionSummary("--region METRES", "Answer the middle of the most alike square of that size"),
        OptionSummary("--mode MODE", "fingerprint (default), trilateration, fused, proximity or region (10 m)"),
        OptionSummary("--trust NAME=N,…", "What trilateration goes by, such as epta=1,power-centre=3 (epta=1)"),
        OptionSummary("--headings", "Compare with the prints of each heading by themselves"),
    ]

    private let home: HomeOption
    private let prints: String?
    private let file: String
    private let scores: Bool
    private let locating: ScanLocator.Options
    private let ranging: RangingOptions

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        var locating = ScanLocator.Options()
        let word = try arguments.takeChoice("--metric", of: ["auto"] + Metric.allCases.map(\.rawValue))
        locating.isTracking = arguments.takeFlag("--track")
        ranging = try RangingOptions(&arguments)
        let nearest = arguments.takeFlag("--nearest")
        let neighbours = try arguments.takeInteger("--neighbours", in: 1...1_000)
        let region = try arguments.takeNumber("--region", in: 0.1...1_000, unit: "m")
        guard [nearest, neighbours != nil, region != nil].count(where: { $0 }) <= 1 else {
            throw UsageError("--nearest, --neighbours and --region exclude each other.")
        }
        guard !(nearest || neighbours != nil) || ranging.mode == .fingerprint || ranging.mode == .fused else {
            throw UsageError("--nearest and --neighbours are of the modes fingerprint and fused.")
        }
        scores = arguments.takeFlag("--score")
        prints = try arguments.takeOption("--prints")
        let hasHeadings = arguments.takeFlag("--headings")
        if hasHeadings { locating.headings = .separate }
        guard ranging.mode.usesPrints || (word == nil && region == nil && !hasHeadings && !locating.isTracking) else {
            throw UsageError("--metric, --region, --headings and --track compare with prints: the mode does not.")
        }
        let metric = word.flatMap(Metric.init(rawValue:))
        let method: Locator.Method? =
            if nearest { .nearest } else if let neighbours { .weighted(neighbours: neighbours) } else {
                (region ?? (ranging.mode == .region ? RangingOptions.usualRegion : nil)).map { .region(size: $0) }
            }
        if locating.isTracking, metric != nil || method != nil || hasHeadings {
            throw UsageError(
                "--track follows a walk by the radio map: it takes no metric, neighbours, region or headings."
            )
        }
        if word == "auto", method != nil || hasHeadings {
            throw UsageError(
                "--metric auto compares as the release advises: it takes no neighbours, region or headings."
            )
        }
        if word == "auto" {
            locating.comparison = .automatic
        } else if metric != nil || method != nil || hasHeadings {
            let metric = metric ?? .linearRelative
            locating.comparison = .prints(metric, method ?? .weighted(neighbours: metric.defaultNeighbours))
        }
        self.locating = locating
        file = arguments.takeOptionalWord() ?? "-"
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let release = try release(console)
        var locator = ModeLocator(release, locating, ranging)
        var reader = try ScanReader(path: file)
        var status = ExitStatus.success
        var score = FixScore()
        while let line = try reader.next() {
            switch line {
            case .success(let scan):
                let fix = locator.locate(scan)
                if scores { score.add(fix, to: scan) } else { console.print(fix.json.description) }
            case .failure(let error):
                console.warn("pharos: \(error)")
                status = .data
            }
        }
        if scores { console.answer(score.json, score.text) }
        return status
    }

    /// The release in use; prints where they were named, or where nothing but prints is there.
    private func release(_ console: Console) throws -> ReleaseOnDisk {
        if let prints { return ReleaseOnDisk(try PrintsDocument(FileContents.read(prints), path: prints)) }
        if let kept = try KeptPrints(at: home.path(console)).read() {
            do {
                return try home.releases(console).cache.release()
            } catch DeviceError.noRelease, AgentError.notJoined {
                console.note("pharos: No release is here: the imported prints are used.")
                return ReleaseOnDisk(kept)
            }
        }
        return try home.releases(console).cache.release()
    }
}
