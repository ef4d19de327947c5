import Survey

/// What came within one window: the mean strength of each beacon, and the mean of the places.
struct WindowTally {
    private var beacons: [BeaconIdentity: (sum: Int, count: Int)] = [:]
    private var (sumX, sumY, places) = (0.0, 0.0, 0)

    /// Counts one packet.
    mutating func add(_ identity: BeaconIdentity, dBm: Int) {
        let (sum, count) = beacons[identity] ?? (0, 0)
        beacons[identity] = (sum + dBm, count + 1)
    }

    /// Counts one packet that came at a known place.
    mutating func add(_ identity: BeaconIdentity, dBm: Int, at point: Point) {
        add(identity, dBm: dBm)
        sumX += point.x
        sumY += point.y
        places += 1
    }

    /// The mean of the places; nil where none was given.
    var point: Point? { places == 0 ? nil : Point(x: sumX / Double(places), y: sumY / Double(places)) }

    /// A reading per beacon, in the order of their names.
    var readings: [Reading] {
        beacons.map { ($0.key, $0.key.description, $0.value) }.sorted { $0.1 < $1.1 }.compactMap { identity, _, tally in
            RSSI(dBm: Int((Double(tally.sum) / Double(tally.count)).rounded())).map {
                Reading(identity: identity, rssi: $0, packets: UInt16(clamping: tally.count))
            }
        }
    }
}
