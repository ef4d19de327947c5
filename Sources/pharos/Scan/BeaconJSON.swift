import JSON
import Radio
import Survey

/// The lines of `pharos scan --json`: one per beacon frame, with the keys of ranging.
enum BeaconJSON {
    /// What names a beacon: `id` for every kind, and `uuid`, `major`, `minor` for an iBeacon; null where it has none.
    static func members(of identity: BeaconIdentity?, slots: SlotNames) -> [String: JSONValue] {
        var members: [String: JSONValue] = ["uuid": .null, "major": .null, "minor": .null]
        if case .iBeacon(let uuid, let major, let minor)? = identity?.frame {
            members["uuid"] = .string("\(uuid)")
            members["major"] = JSONValue(major)
            members["minor"] = JSONValue(minor)
        }
        members["id"] = JSONValue(identity.map { "\(named($0))" })
        members["mac"] = JSONValue(identity?.address?.description)
        members["slotId"] = JSONValue(identity.flatMap { slots.slot(of: $0) })
        return members
    }

    /// One frame of an advertisement, with the fields of its kind.
    static func line(_ frame: BeaconFrame, of advertisement: Advertisement, slots: SlotNames) -> JSONValue {
        let report = advertisement.report
        let identity = frame.identity.map { BeaconIdentity($0, address: report.fixedAddress) }
        var line = members(of: identity, slots: slots)
        line["t"] = JSONValue(advertisement.timestamp.map { $0 / 1_000 })
        line["kind"] = .string(frame.kind.name)
        line["mac"] = .string("\(report.address)")
        line["addressType"] = .string(report.fixedAddress == nil ? "changing" : "fixed")
        line["rssi"] = JSONValue(report.rssi?.dBm)
        line["power"] = JSONValue(frame.power?.dBm)
        let distance = distance(rssi: report.rssi, power: frame.power)
        line["distance"] = rounded(distance)
        line["proximity"] = .string("\(Proximity(distance: distance))")
        if let power = frame.power, !power.isPlausible { line["problem"] = "invalidMeasuredPower" }
        for (key, value) in details(of: frame) { line[key] = value }
        return .object(line)
    }

    /// One beacon that another program has heard.
    static func line(_ hearing: Hearing, stamp: Int64?, slots: SlotNames) -> JSONValue {
        var line = members(of: hearing.identity, slots: slots)
        line["t"] = JSONValue(stamp)
        line["kind"] = .string(kind(of: hearing.identity))
        line["rssi"] = JSONValue(hearing.rssi?.dBm)
        line["power"] = JSONValue(hearing.power?.dBm)
        let distance = distance(rssi: hearing.rssi, power: hearing.power)
        line["distance"] = rounded(distance)
        line["proximity"] = .string("\(Proximity(distance: distance))")
        if hearing.packets > 1 { line["packets"] = JSONValue(hearing.packets) }
        return .object(line)
    }

    /// One beacon of a ranging: its median strength and smoothed zone.
    static func line(_ row: NearbyBeacons.Row, slots: SlotNames) -> JSONValue {
        var line = members(of: row.reading.identity, slots: slots)
        line["kind"] = .string(kind(of: row.reading.identity))
        line["rssi"] = JSONValue(row.reading.rssi.dBm)
        line["power"] = JSONValue(row.power?.dBm)
        line["packets"] = JSONValue(row.reading.packets)
        line["rate"] = rounded(row.rate)
        line["distance"] = rounded(row.distance)
        line["proximity"] = .string("\(row.proximity)")
        line["age"] = JSONValue(row.age)
        return .object(line)
    }

    /// What was heard of a beacon in all.
    static func line(_ identity: BeaconIdentity, _ summary: HeardBeacons.Summary, slots: SlotNames) -> JSONValue {
        var line = members(of: identity, slots: slots)
        line["kind"] = .string(kind(of: identity))
        line["packets"] = JSONValue(summary.packets)
        line["power"] = JSONValue(summary.power?.dBm)
        line["rssi"] = JSONValue(summary.median?.dBm)
        line["weakest"] = JSONValue(summary.weakest?.dBm)
        line["strongest"] = JSONValue(summary.strongest?.dBm)
        return .object(line)
    }

    /// What was read in all.
    static func members(of tally: ScanTally) -> [String: JSONValue] {
        [
            "packets": JSONValue(tally.packets),
            "reports": JSONValue(tally.reports),
            "extendedReports": JSONValue(tally.extendedReports),
            "scanResponses": JSONValue(tally.scanResponses),
            "withoutStrength": JSONValue(tally.reportsWithoutStrength),
            "implausiblePowers": JSONValue(tally.implausiblePowers),
            "frames": .object(
                Dictionary(uniqueKeysWithValues: tally.frames.map { ($0.key.name, JSONValue($0.value)) })
            ),
            "problems": .object(tally.problems.mapValues { JSONValue($0) }),
        ]
    }

    /// Metres; nil where the strength or the power says nothing.
    static func distance(rssi: RSSI?, power: AdvertisedPower?) -> Double? {
        guard let rssi, let power else { return nil }
        return try? DistanceModel.standard.distance(rssi: rssi, measuredPower: Double(power.dBm))  // nil: implausible
    }

    /// To the centimetre, and no number where there is none.
    private static func rounded(_ value: Double?) -> JSONValue { JSONValue(value.map { ($0 * 100).rounded() / 100 }) }

    /// The identity without the address beside its frame, which has a key of its own.
    private static func named(_ identity: BeaconIdentity) -> BeaconIdentity {
        if case .addressOnly = identity.frame { identity } else { BeaconIdentity(identity.frame) }
    }

    private static func kind(of identity: BeaconIdentity) -> String {
        switch identity.frame {
        case .iBeacon: FrameKind.iBeacon.name
        case .altBeacon: FrameKind.altBeacon.name
        case .eddystone: FrameKind.eddystoneUID.name
        case .addressOnly: "mac"
        case .name: "name"
        }
    }

    private static func details(of frame: BeaconFrame) -> [String: JSONValue] {
        switch frame {
        case .iBeacon, .eddystoneUID: [:]
        case .altBeacon(_, let manufacturer, _, let reserved):
            ["manufacturer": JSONValue(manufacturer), "reserved": JSONValue(reserved)]
        case .eddystoneURL(let url, _): ["url": .string(url)]
        case .eddystoneTelemetry(let telemetry):
            [
                "battery": JSONValue(telemetry.batteryVoltage), "temperature": JSONValue(telemetry.temperature),
                "advertisements": JSONValue(telemetry.advertisementCount), "uptime": JSONValue(telemetry.uptime),
                "encrypted": false,
            ]
        case .eddystoneEncryptedTelemetry: ["encrypted": true]
        case .eddystoneEphemeral(let identifier, _):
            ["ephemeral": .string(identifier.bigEndianBytes.hexadecimal)]
        }
    }
}
