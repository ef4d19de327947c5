public import Survey

extension ScanLine {
    /// The scan as it would have been without some beacons: dead, or not yet hung.
    public func without(_ identities: Set<BeaconIdentity>) -> ScanLine {
        replacingReadings(with: readings.filter { !identities.contains($0.identity) })
    }

    /// The scan as it would have been with other beacons in the same places, as strong as those they replace.
    public func renaming(_ successors: [BeaconIdentity: BeaconIdentity]) -> ScanLine {
        replacingReadings(
            with: readings.map { reading in
                let identity = successors[reading.identity] ?? reading.identity
                return Reading(identity: identity, rssi: reading.rssi, packets: reading.packets)
            }
        )
    }

    /// The same scan with other readings.
    func replacingReadings(with readings: [Reading]) -> ScanLine {
        ScanLine(
            time: time,
            floor: floor,
            point: point,
            walk: walk,
            receiver: receiver,
            heading: heading,
            readings: readings
        )
    }
}
