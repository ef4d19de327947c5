import Survey

/// Turns a venue of the UJI database into a survey, or its test scans into scan lines.
///
/// A phone's campaign becomes a walk. Scans in which nothing was heard are left out: they are the first tenths of a
/// second at each point, before the phone's scanner had started.
public struct UJIImport: Sendable {
    /// The set does not state its windows; its scans span 0.3–0.8 s.
    private static let window: UInt32 = 1_000

    private let set: UJISet
    private let selection: UJISelection

    /// - Throws: ``ImportError/nothingSelected(_:)`` where the set has no such phone or power, or where several powers
    ///   would be mixed.
    public init(set: UJISet, selection: UJISelection = UJISelection()) throws(ImportError) {
        self.set = set
        self.selection = selection
        let chosen = set.scans.filter(selection.includes)
        guard !chosen.isEmpty else { throw .nothingSelected("the \(set.venue) has no scans of \(selection).") }
        let powers = Swift.Set(chosen.map(\.power)).sorted(by: >)
        guard powers.count == 1 else {
            let list = powers.map { "\($0)" }.joined(separator: ", ")
            throw .nothingSelected(
                "the \(set.venue) was surveyed at \(list) dBm; a survey has one, such as --only -12."
            )
        }
    }

    /// The survey's events; the test scans stay out of it unless they are wanted as well.
    public func survey(part: ImportPart = .whole, withTests: Bool = false, ids: ImportIdentifiers) -> ImportedSurvey {
        let floor: FloorID = id("floor", "", ids)
        let wanted = set.scans.filter { selection.includes($0) && $0.heard > 0 && (withTests || !set.isTest($0)) }
        let walks = wanted.campaigns.map { campaign in
            let share = part.share(of: campaign.scans.map(record).byPlace).flatMap { $0 }
            let walk: WalkID = id("walk", "\(campaign.name) part \(part)", ids)
            return share.walk(walk, on: floor, receiver: campaign.phone.rawValue, window: Self.window)
        }
        let structure = part.makesStructure ? structure(on: floor, power: wanted.first?.power, ids) : []
        return ImportedSurvey(batches: [structure] + walks, notes: notes(withTests: withTests))
    }

    /// The test scans in which at least so many beacons were heard, as lines of `docs/scans.md`.
    public func testScans(heard minimum: Int = 1) -> [ScanLine] {
        let wanted = set.scans.filter { selection.includes($0) && set.isTest($0) && $0.heard >= max(minimum, 1) }
        return wanted.campaigns.flatMap { campaign in
            campaign.scans.map(record)
                .lines(floor: set.venue.rawValue, walk: campaign.name, receiver: campaign.phone.rawValue)
        }
    }

    private func structure(on floor: FloorID, power: Int?, _ ids: ImportIdentifiers) -> [SurveyEvent] {
        let radio = RadioSettings(transmitPower: power.flatMap { Int8(exactly: $0) }, advertisingInterval: 200)
        let slots = set.beacons.flatMap { beacon -> [SurveyEvent] in
            let slot: SlotID = id("slot", beacon.name, ids)
            let position = MountPosition(point: beacon.point)
            return [
                .slotCreated(SlotCreated(slot: slot, label: beacon.name, floor: floor, position: position)),
                .beaconRegistered(
                    BeaconRegistered(
                        assignment: id("assignment", beacon.name, ids),
                        slot: slot,
                        identity: beacon.identity,
                        radio: radio,
                        effectiveAge: .sinceStart
                    )
                ),
            ]
        }
        return [.floorAdded(FloorAdded(floor: floor, name: set.venue.rawValue, ordinal: 0))] + slots
    }

    private func notes(withTests: Bool) -> [String] {
        let chosen = set.scans.filter(selection.includes)
        let empty = chosen.count { $0.heard == 0 }
        let tests = chosen.count { $0.heard > 0 && set.isTest($0) }
        return [
            empty == 0 ? nil : "\(empty) scans in which nothing was heard are left out.",
            withTests || tests == 0 ? nil : "\(tests) test scans are held back.",
        ].compactMap { $0 }
    }

    private func record(_ scan: UJISet.Scan) -> RecordedScan {
        RecordedScan(
            time: scan.time ?? Timestamp(milliseconds: 0),  // only a scan in which nothing was heard has no time
            point: scan.point,
            readings: set.readings(of: scan)
        )
    }

    private func id<Subject>(_ kind: String, _ name: String, _ ids: ImportIdentifiers) -> Identifier<Subject> {
        ids.identifier("uji \(set.venue)", kind, name)
    }
}

/// Which scans of the UJI database are meant: those of one phone, at one transmit power, or both.
public struct UJISelection: Hashable, Sendable, CustomStringConvertible {
    public var phone: UJISet.Phone?
    /// dBm: −4, −12 or −20.
    public var power: Int?

    public init(phone: UJISet.Phone? = nil, power: Int? = nil) {
        self.phone = phone
        self.power = power
    }

    /// A selection as it is typed: a phone such as "Bq", or a power such as "-12", or both with a comma.
    public init?(_ text: String) {
        for word in text.split(separator: ",") {
            let named = UJISet.Phone.allCases.first { $0.rawValue.lowercased() == word.lowercased() }
            if let named, phone == nil {
                phone = named
            } else if let level = Int(word), [-4, -12, -20].contains(level), power == nil {
                power = level
            } else {
                return nil
            }
        }
        if phone == nil && power == nil { return nil }
    }

    public var description: String {
        let parts = [phone.map { "phone \($0.rawValue)" }, power.map { "\($0) dBm" }].compactMap { $0 }
        return parts.isEmpty ? "any phone" : parts.joined(separator: " at ")
    }

    func includes(_ scan: UJISet.Scan) -> Bool {
        (phone == nil || scan.phone == phone) && (power == nil || scan.power == power)
    }
}

extension [UJISet.Scan] {
    /// The scans of each phone's campaigns, in the order of the file.
    fileprivate var campaigns: [(name: String, phone: UJISet.Phone, scans: [UJISet.Scan])] {
        var groups: [(name: String, phone: UJISet.Phone, scans: [UJISet.Scan])] = []
        for scan in self {
            let name = "\(scan.phone.rawValue) \(scan.power) dBm campaign \(scan.campaign)"
            if let index = groups.firstIndex(where: { $0.name == name }) {
                groups[index].scans.append(scan)
            } else {
                groups.append((name, scan.phone, [scan]))
            }
        }
        return groups
    }
}
