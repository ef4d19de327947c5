public import Survey

extension BeaconIdentity {
    /// An identity of any kind, in canonical form.
    public static func random(using random: inout some RandomNumberGenerator) -> BeaconIdentity {
        let address = random.maybe { MACAddress(value: $0.next() >> 16)! }
        let frames: [Frame] = [
            .iBeacon(
                uuid: ProximityUUID(high: random.next(), low: random.next()),
                major: .random(in: 0 ... .max, using: &random),
                minor: .random(in: 0 ... .max, using: &random)
            ),
            .eddystone(EddystoneUID(high: random.next(), low: random.next())),
            .altBeacon(
                AltBeaconID(high: random.next(), middle: random.next(), low: .random(in: 0 ... .max, using: &random))
            ),
            .addressOnly,
            .name(random.name()),
        ]
        switch frames.randomElement(using: &random)! {
        case .addressOnly: return BeaconIdentity(.addressOnly, address: address ?? MACAddress(value: 0x0123_4567_89AB)!)
        case .name(let name): return BeaconIdentity(.name(name))
        case let frame: return BeaconIdentity(frame, address: address)
        }
    }

    /// One of a venue's iBeacons, which differ in the minor alone.
    public static func iBeacon(_ minor: UInt16) -> BeaconIdentity {
        let uuid = ProximityUUID(high: 0xF782_6DA6_4FA2_4E98, low: 0x8024_BC5B_71E0_893E)
        return BeaconIdentity(.iBeacon(uuid: uuid, major: 1, minor: minor))
    }
}

extension ScanSampled {
    /// A valid scan with so many readings.
    public static func random(readings: Int, using random: inout some RandomNumberGenerator) -> ScanSampled {
        ScanSampled(
            walk: .random(using: &random),
            track: random.maybe { .random(using: &$0) },
            distanceAlong: random.maybe { .random(in: 0...500, using: &$0) },
            floor: .random(using: &random),
            point: random.point(),
            heading: random.maybe { .random(in: 0...360, using: &$0) },
            window: .random(in: 1...10_000, using: &random),
            readings: random.list(readings...readings) { random in
                Reading(
                    identity: .random(using: &random),
                    rssi: RSSI(dBm: .random(in: -127 ... -1, using: &random))!,
                    packets: .random(in: 1 ... .max, using: &random)
                )
            }
        )
    }
}

extension Envelope {
    /// An event of any kind with some bytes as its payload, and the shape of a real one.
    public static func random(
        payload: [UInt8] = [],
        kind: UInt16? = nil,
        using random: inout some RandomNumberGenerator
    ) -> Envelope {
        Envelope(
            project: .random(using: &random),
            agent: .random(using: &random),
            incarnation: Incarnation(random.next()),
            sequence: random.next(),
            previousHash: random.digest(),
            recordedAt: Timestamp(milliseconds: Int64(bitPattern: random.next())),
            basis: Basis(position: random.next(), chainPrefix: random.next()),
            origin: random.maybe {
                Origin(incarnation: Incarnation($0.next()), sequence: $0.next(), hash: $0.digest())
            },
            kind: kind ?? .random(in: 0 ... .max, using: &random),
            schemaVersion: .random(in: 0 ... .max, using: &random),
            payload: payload
        )
    }
}

extension RegionDefined {
    static func random(using random: inout some RandomNumberGenerator) -> RegionDefined {
        let major: UInt16? = random.maybe { .random(in: 0 ... .max, using: &$0) }
        return RegionDefined(
            region: .random(using: &random),
            name: random.name(),
            uuid: ProximityUUID(high: random.next(), low: random.next()),
            major: major,
            minor: major == nil ? nil : random.maybe { .random(in: 0 ... .max, using: &$0) },
            notifiesOnEntry: .random(using: &random),
            notifiesOnExit: .random(using: &random)
        )
    }
}

extension ScanPolicySet {
    static func random(using random: inout some RandomNumberGenerator) -> ScanPolicySet {
        ScanPolicySet(
            from: random.maybe { Timestamp(milliseconds: .random(in: -1_000_000...0, using: &$0)) },
            to: random.maybe { Timestamp(milliseconds: .random(in: 1...1_000_000, using: &$0)) },
            timeZone: random.maybe { ["Europe/Berlin", "Asia/Tokyo"].randomElement(using: &$0)! },
            geofence: random.maybe {
                Geofence(
                    latitude: .random(in: -90...90, using: &$0),
                    longitude: .random(in: -180...180, using: &$0),
                    radius: .random(in: 1...5_000, using: &$0)
                )
            }
        )
    }
}

extension RandomNumberGenerator {
    /// A value half of the time.
    mutating func maybe<Value>(_ make: (inout Self) -> Value) -> Value? {
        Bool.random(using: &self) ? make(&self) : nil
    }

    /// A list of some length in a range.
    mutating func list<Element>(_ count: ClosedRange<Int>, _ make: (inout Self) -> Element) -> [Element] {
        let count = Int.random(in: count, using: &self)
        return (0..<count).map { _ in make(&self) }
    }

    /// 1–40 characters of several scripts, with a zero byte now and then: texts are no C strings.
    public mutating func name() -> String {
        let characters = Array("abcXYZ 0123456789-_/äßé1эт店舗階مدخل🧭👩‍👩‍👧‍👦\u{0}\n")
        return String(list(1...40) { characters.randomElement(using: &$0)! })
    }

    /// 32 bytes.
    public mutating func digest() -> Digest { Digest(bytes: bytes(32))! }

    /// Some bytes.
    public mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) } }

    /// A point within a venue of 100 m × 60 m.
    public mutating func point() -> Point {
        Point(x: .random(in: 0...100, using: &self), y: .random(in: 0...60, using: &self))
    }

    mutating func mount() -> MountPosition {
        MountPosition(point: point(), height: maybe { .random(in: 0...6, using: &$0) })
    }

    mutating func effectiveAge() -> EffectiveAge {
        [.atAct, .milliseconds(.random(in: 0 ... .max, using: &self)), .sinceStart].randomElement(using: &self)!
    }

    mutating func radio() -> RadioSettings {
        RadioSettings(
            measuredPower: maybe { .random(in: -100 ... -20, using: &$0) },
            transmitPower: maybe { .random(in: -40...20, using: &$0) },
            advertisingInterval: maybe { .random(in: 20...60_000, using: &$0) }
        )
    }

    mutating func hardware() -> BeaconHardware {
        BeaconHardware(
            model: maybe { $0.name() },
            serial: maybe { $0.name() },
            batteryCapacity: maybe { .random(in: 0 ... .max, using: &$0) },
            averageCurrent: maybe { .random(in: 0 ... .max, using: &$0) }
        )
    }

    mutating func placeContent() -> PlaceContent {
        let locations: [PlaceLocation] = [
            .point(.random(using: &self), point()),
            .slot(.random(using: &self)),
            .geographic(
                latitude: .random(in: -90...90, using: &self),
                longitude: .random(in: -180...180, using: &self)
            ),
        ]
        return PlaceContent(
            location: locations.randomElement(using: &self)!,
            title: name(),
            text: Bool.random(using: &self) ? "" : name() + name(),
            pictures: list(0...3) { random in
                BlobReference(
                    blob: random.digest(),
                    byteCount: .random(in: 1...FloorPlanAttached.maximumByteCount, using: &random),
                    mediaType: MediaType.allCases.randomElement(using: &random)!
                )
            }
        )
    }
}
