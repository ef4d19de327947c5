import Fingerprints
import Places
public import Survey

extension AnyplaceRadioMap {
    /// The map of one floor of some prints: a row per reference point and heading, dBm rounded to hundredths.
    ///
    /// A slot has the address of what hangs in it, or hung there last (``PseudoAddress``); an unknown heading is 0.
    public init(of prints: PrintsDocument, floor: FloorID, anchor: GeographicAnchor, addresses: inout PseudoAddress) {
        let blocks = prints.index.prints().filter { $0.floor == floor }
        let occupants = prints.occupants
        let slots = Set(blocks.flatMap(\.slots)).sorted().filter { occupants[$0] != nil }
        var columns: [SlotID: Int] = [:]
        var found: [MACAddress] = []
        for slot in slots {
            guard let identity = occupants[slot] else { continue }
            columns[slot] = found.count
            found.append(addresses.address(of: identity))
        }
        var rows: [Row] = []
        for block in blocks {
            var next = 0
            for row in block.rows {
                var levels = Array(repeating: Self.missing, count: found.count)
                for level in block.levels[next..<next + Int(row.levelCount)] {
                    guard let column = columns[block.slots[Int(level.slot)]] else { continue }
                    levels[column] = Double(level.mean) / 100
                }
                next += Int(row.levelCount)
                let place = anchor.coordinate(of: row.place.point)
                rows.append(
                    Row(
                        latitude: place.latitude,
                        longitude: place.longitude,
                        heading: Double(row.heading?.rawValue ?? 0) * 90,
                        levels: levels
                    )
                )
            }
        }
        self.init(addresses: found, rows: rows)
    }

    /// A scan per row, as if its means had been heard at once, a second after the one before; rows that heard nothing
    /// are none.
    public func scans(on floor: String, anchor: GeographicAnchor, addresses side: PseudoAddress?) -> [ScanLine] {
        let identities = addresses.map { side?.identity(of: $0) ?? BeaconIdentity(.addressOnly, address: $0) }
        return rows.enumerated().compactMap { number, row in
            let readings = zip(identities, row.levels).compactMap { identity, level -> Reading? in
                guard level > Self.missing, level.magnitude < 1_000 else { return nil }
                return RSSI(dBm: Int(level.rounded())).map { Reading(identity: identity, rssi: $0) }
            }
            let point = anchor.point(at: Coordinate(latitude: row.latitude, longitude: row.longitude))
            guard !readings.isEmpty, readings.count <= ScanSampled.maximumReadings, point.isPlausible else {
                return nil
            }
            return ScanLine(
                time: Timestamp(milliseconds: Int64(number + 1) * 1_000),
                floor: floor,
                point: point,
                walk: "anyplace",
                heading: (0...360).contains(row.heading) ? row.heading : nil,
                readings: readings
            )
        }
    }
}
