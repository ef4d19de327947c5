import Formats
import RadioSimulator
import Survey

/// What the story of the error is told with: recorded scans, or the simulator's.
enum StorySet {
    /// The folder of the UJI database: surveyed with one phone, visited with another.
    case uji(String)
    case simulated(seed: UInt64)

    var title: String {
        switch self {
        case .uji: "The UJI library, surveyed with an A5, visited with a Bq"
        case .simulated: "A simulated hall"
        }
    }

    var project: String {
        switch self {
        case .uji: "UJI library"
        case .simulated: "Simulated hall"
        }
    }

    /// How a surveyor records a part.
    func importWords(part: Int, of count: Int) -> [String] {
        switch self {
        case .uji(let folder): ["import", "uji", folder, "--only", "A5", "--part", "\(part)/\(count)"]
        case .simulated(let seed): ["import", "simulated", "--seed", "\(seed)", "--part", "\(part)/\(count)"]
        }
    }

    /// How visitors' scans are had.
    var scanWords: [String] {
        switch self {
        case .uji(let folder): ["scans", "uji", folder, "--only", "Bq", "--heard", "3"]
        case .simulated(let seed): ["scans", "simulated", "--seed", "\(seed)", "--heard", "3"]
        }
    }

    /// Every slot's label, and what hung there when it was surveyed.
    func slots() throws -> [(label: String, identity: BeaconIdentity)] {
        switch self {
        case .uji(let folder):
            try UJISet(folder: folder, venue: .library).beacons.map { ($0.name, $0.identity) }
        case .simulated(let seed):
            SampleVenue(seed: seed).slots.map { ($0.label, $0.beacon.identity) }
        }
    }

    /// What is known of a new beacon's power: as much as of the one before.
    var radioWords: [String] {
        switch self {
        case .uji: ["--transmit-power", "-12"]
        case .simulated: []
        }
    }

    /// What a new beacon sends that is hung in a slot.
    func successor(of label: String, number: Int) -> BeaconIdentity {
        switch self {
        case .uji: BeaconIdentity(.name("\(label) new"))
        case .simulated: SampleVenue.identity(UInt16(100 + number))
        }
    }
}
