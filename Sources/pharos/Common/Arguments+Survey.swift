import CommandLineKit
import Survey

extension Arguments {
    /// Takes a beacon's identity, such as `ibeacon:UUID/1/7`.
    mutating func takeIdentity() throws(UsageError) -> BeaconIdentity {
        let text = try takeWord("the beacon's identity")
        guard let identity = BeaconIdentity(text) else {
            throw .invalidValue(
                text,
                of: "the identity",
                expected: "ibeacon:UUID/MAJOR/MINOR, eddystone:NAMESPACE/INSTANCE, altbeacon:HEX, mac:ADDRESS or name:…"
            )
        }
        return identity
    }

    /// Takes a point such as `12.5,7`, in metres of the floor's frame.
    mutating func takePoint(_ name: String) throws(UsageError) -> Point? {
        guard let text = try takeOption(name) else { return nil }
        return try Self.point(text, name)
    }

    /// Takes all the words that are left as points.
    mutating func takePoints() throws(UsageError) -> [Point] {
        var points: [Point] = []
        while let text = takeOptionalWord() { points.append(try Self.point(text, "a point")) }
        return points
    }

    /// The point that a text such as `12.5,7` says; `name` is what an error calls it.
    static func point(_ text: String, _ name: String) throws(UsageError) -> Point {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let x = parts[0], let y = parts[1], x.isFinite, y.isFinite else {
            throw .invalidValue(text, of: name, expected: "X,Y in metres")
        }
        return Point(x: x, y: y)
    }

    /// Takes how long ago an act took effect: `--ago 2h`, or `--since-start`.
    mutating func takeEffectiveAge() throws(UsageError) -> EffectiveAge {
        let ago = try takeDuration("--ago", in: .zero ... .seconds(10 * 365 * 86_400))
        let sinceStart = takeFlag("--since-start")
        guard ago == nil || !sinceStart else { throw UsageError("--ago and --since-start exclude each other.") }
        if sinceStart { return .sinceStart }
        return ago.map { .milliseconds($0.components.seconds * 1_000) } ?? .atAct
    }

    /// Takes what is known of the thing itself; nil where nothing was said.
    mutating func takeHardware() throws(UsageError) -> BeaconHardware? {
        let hardware = BeaconHardware(
            model: try takeOption("--model"),
            serial: try takeOption("--serial"),
            batteryCapacity: try takeInteger("--capacity", in: 1...1_000_000, unit: "mAh").map(UInt32.init),
            averageCurrent: try takeInteger("--current", in: 1...1_000_000, unit: "µA").map(UInt32.init)
        )
        return hardware == BeaconHardware() ? nil : hardware
    }

    /// Takes what a beacon's radio is set to.
    mutating func takeRadio() throws(UsageError) -> RadioSettings {
        RadioSettings(
            measuredPower: try takeInteger("--measured-power", in: -127...20, unit: "dBm").map(Int8.init),
            transmitPower: try takeInteger("--transmit-power", in: -127...20, unit: "dBm").map(Int8.init),
            advertisingInterval: try takeInteger("--interval", in: 1...60_000, unit: "ms").map(UInt32.init)
        )
    }
}

extension OptionSummary {
    /// When an act took effect.
    static let effectiveAge = [
        OptionSummary("--ago TIME", "It was so long ago, such as 2h"),
        OptionSummary("--since-start", "It was so from the beginning"),
    ]

    /// What is known of the thing itself.
    static let hardware = [
        OptionSummary("--model NAME", "What it is"),
        OptionSummary("--serial TEXT", "What its maker calls it"),
        OptionSummary("--capacity MAH", "Of its battery"),
        OptionSummary("--current UA", "What it draws on average, in µA"),
    ]

    /// What a beacon's radio is set to.
    static let radio = [
        OptionSummary("--measured-power DBM", "What it says of its strength at 1 m"),
        OptionSummary("--transmit-power DBM", "What it sends with"),
        OptionSummary("--interval MS", "Between two advertisements"),
    ]
}
