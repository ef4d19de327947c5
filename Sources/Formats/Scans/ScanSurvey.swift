public import Survey

/// Makes a survey of scan lines: a floor per name, a slot per beacon, a walk per walk.
public struct ScanSurvey: Sendable {
    private let lines: [ScanLine]
    private let policy: IdentityPolicy

    /// A survey of the lines of a file; those without a place are counted and left out.
    ///
    /// `policy` is how the project tells beacons apart.
    public init(_ lines: [ScanLine], policy: IdentityPolicy) {
        self.lines = lines
        self.policy = policy
    }

    /// The survey, as an import takes it; `digest` tells walks of one file from those of another.
    ///
    /// - Throws: ``ImportError/nothingSelected(_:)`` where no line says where it was heard.
    public func recorded(
        digest: Digest,
        registering rule: Registration = .automatic,
        setting identityPolicy: IdentityPolicy? = nil
    ) throws(ImportError) -> RecordedSurvey {
        let placed = lines.filter { $0.floor != nil && $0.point != nil }
        guard !placed.isEmpty else {
            throw .nothingSelected("no scan says on which floor, and at which x and y, it was heard.")
        }
        var registrar = IdentityRegistrar(policy: policy)
        for line in placed {
            for reading in line.readings { registrar.hear(reading.identity, at: line.time, in: line.walk ?? "") }
        }
        let registered = registrar.registered(by: rule)
        let strays = registrar.count - registered.count
        return RecordedSurvey(
            name: "scans",
            walkPrefix: "\(digest)",
            floors: Self.floors(of: placed),
            beacons: registered.map { RecordedBeacon(label: $0.label, identity: $0) },
            scans: placed,
            identityPolicy: identityPolicy,
            notes: [
                placed.count == lines.count ? nil : "\(lines.count - placed.count) scans without a place are left out.",
                strays == 0 ? nil : "\(strays) beacons were heard and are not registered.",
            ].compactMap { $0 }
        )
    }

    /// The floors in the order of their first scan; a name such as B1, F2 or 3 says how high it lies.
    private static func floors(of lines: [ScanLine]) -> [RecordedFloor] {
        var names: [String] = []
        for name in lines.lazy.compactMap(\.floor) where names.last != name && !names.contains(name) {
            names.append(name)
        }
        return names.enumerated().map { index, name in
            RecordedFloor(name: name, ordinal: RecordedFloor.ordinal(ofName: name) ?? Int32(clamping: index))
        }
    }
}

extension RecordedFloor {
    /// The height order that a name tells: F1 and 0 are the entrance level, B1 and −1 lie below it; nil for other names.
    static func ordinal(ofName name: String) -> Int32? {
        if let number = Int32(name) { return number }
        guard let letter = name.first, let number = Int32(name.dropFirst()), (1...1_000).contains(number) else {
            return nil
        }
        switch letter {
        case "B", "b": return -number
        case "F", "f", "L", "l": return number - 1
        default: return nil
        }
    }
}

extension BeaconIdentity {
    /// What people may call a slot that holds the beacon.
    fileprivate var label: String {
        if case .name(let name) = frame { return name }
        return String(description.prefix(200))
    }
}
