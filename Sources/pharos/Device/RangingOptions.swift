import CommandLineKit
import Device
import Formats
import Positioning

/// How `pharos locate` finds a place: by prints, by the places of slots, or by both.
struct RangingOptions: Sendable {
    /// Metres of a region's side where nobody says otherwise.
    static let usualRegion = 10.0

    let mode: Mode
    let mix: TrilaterationMix

    /// What places are found by.
    enum Mode: String, CaseIterable, Sendable {
        case fingerprint
        case trilateration
        case fused
        case proximity
        case region

        /// Whether scans are compared with prints.
        var usesPrints: Bool {
            switch self {
            case .fingerprint, .fused, .region: true
            case .trilateration, .proximity: false
            }
        }
    }

    init(_ arguments: inout Arguments) throws(UsageError) {
        let word = try arguments.takeChoice("--mode", of: Mode.allCases.map(\.rawValue))
        mode = word.flatMap(Mode.init) ?? .fingerprint
        guard let text = try arguments.takeOption("--trust") else {
            mix = .standard
            return
        }
        guard mode == .trilateration || mode == .fused else {
            throw UsageError("--trust is of the modes trilateration and fused.")
        }
        var trusts: [(name: String, trust: Double)] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false)
            guard sides.count == 2, let trust = Double(sides[1]) else {
                throw .invalidValue(text, of: "--trust", expected: "names with numbers such as epta=1,power-centre=3")
            }
            trusts.append((String(sides[0]), trust))
        }
        do {
            mix = try TrilaterationMix(named: trusts)
        } catch {
            let known = TrilaterationMix.all.map(\.name).joined(separator: ", ")
            throw UsageError("\(error) There are: \(known).")
        }
    }
}

/// Answers scans by the mode that was asked for, drawn to the release's spots.
struct ModeLocator {
    private var prints: ScanLocator?
    private var ranges: RangeScanLocator?
    private let spots: SpotPull

    init(_ release: ReleaseOnDisk, _ locating: ScanLocator.Options, _ ranging: RangingOptions) {
        spots = SpotPull(release)
        switch ranging.mode {
        case .fingerprint, .region: prints = ScanLocator(release, locating)
        case .proximity: ranges = RangeScanLocator(release, .proximity)
        case .trilateration: ranges = RangeScanLocator(release, .trilateration(ranging.mix))
        case .fused:
            prints = ScanLocator(release, locating)
            ranges = RangeScanLocator(release, .trilateration(ranging.mix))
        }
    }

    mutating func locate(_ scan: ScanLine) -> FixLine {
        let printed = prints?.locate(scan)
        let ranged = ranges?.locate(scan)
        let fix =
            switch (printed, ranged) {
            case (let printed?, let ranged?): printed.fused(with: ranged)
            case (let only?, nil), (nil, let only?): only
            case (nil, nil): preconditionFailure("One mode was chosen.")
            }
        return spots.attract(fix)
    }
}
