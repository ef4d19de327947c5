import Places
public import Survey

/// Anyplace's RSS log: a line per reading, a head in front of each scan.
///
/// Places are written as latitude and longitude, so that a floor needs its anchor. A beacon without an address gets a
/// pseudo address (``PseudoAddress``). What is lost on the way out: walk, receiver, packets, scans in which nothing was
/// heard, and to about a centimetre the place.
public enum AnyplaceLog {
    private static let head = "# Timestamp, X, Y, HEADING, MAC Address of AP, RSS, Floor, BUID"

    /// Where a floor lies on Earth, and the number that Anyplace gives it.
    public struct Floor: Hashable, Sendable {
        public let number: Int32
        public let anchor: GeographicAnchor

        public init(number: Int32, anchor: GeographicAnchor) {
            self.number = number
            self.anchor = anchor
        }
    }

    /// Writes the scans whose place is known, on floors that are anchored.
    ///
    /// Returns the text and how many scans are not in it.
    public static func text(
        of lines: [ScanLine],
        floors: [String: Floor],
        building: String,
        addresses: inout PseudoAddress
    ) -> (text: String, leftOut: Int) {
        var text = ""
        var leftOut = 0
        for line in lines {
            guard let floor = line.floor.flatMap({ floors[$0] }), let point = line.point, !line.readings.isEmpty else {
                leftOut += 1
                continue
            }
            let place = floor.anchor.coordinate(of: point)
            text += head + "\n"
            for reading in line.readings {
                let address = addresses.address(of: reading.identity).description.lowercased()
                text +=
                    "\(line.time.milliseconds) \(place.latitude) \(place.longitude) \(line.heading ?? 0) \(address) "
                text += "\(reading.rssi.dBm) \(floor.number) \(building)\n"
            }
        }
        return (text, leftOut)
    }

    /// Reads a log: consecutive lines of one time and place are one scan.
    ///
    /// A line whose number is that of one of `floors`, or that names one, lies on it, in its frame. Other floors are named
    /// by what the log calls them, and lie in the frame of the first of `floors` by name; where there is none, places
    /// are metres from the first line's, with north up.
    public static func scans(
        _ bytes: [UInt8],
        path: String,
        floors: [String: Floor] = [:],
        addresses: PseudoAddress? = nil
    ) throws(ImportError) -> [ScanLine] {
        var anchor = floors.min { $0.key < $1.key }?.value.anchor
        var lines: [ScanLine] = []
        var last: [String] = []
        for row in try CommaSeparatedRow.rows(of: bytes, path: path, separator: UInt8(ascii: " ")) {
            if row.fields[0].hasPrefix("#") {
                last = []
                continue
            }
            guard row.fields.count >= 7, (1...200).contains(row.fields[6].count) else {
                throw row.malformed("Expected time, x, y, heading, address, RSS, floor and building.")
            }
            let (latitude, longitude) = (try row.finite(row.fields[1]), try row.finite(row.fields[2]))
            guard (-90...90).contains(latitude), (-180...180).contains(longitude) else {
                throw row.malformed("x and y are latitude and longitude.")
            }
            guard let address = MACAddress(row.fields[4]), let rssi = try row.strength(row.fields[5]) else {
                throw row.malformed("Its address or strength cannot be read.")
            }
            let heading = try row.finite(row.fields[3])
            let frame =
                anchor
                ?? GeographicAnchor(
                    latitude: latitude,
                    longitude: longitude,
                    northAngle: 0,
                    origin: Point(x: 0, y: 0)
                )
            anchor = frame
            let known =
                floors.filter { "\($0.value.number)" == row.fields[6] }.min { $0.key < $1.key }
                ?? floors.first { $0.key == row.fields[6] }
            let point = (known?.value.anchor ?? frame).point(at: Coordinate(latitude: latitude, longitude: longitude))
            guard point.isPlausible else { throw row.malformed("It lies more than 100 km from the first place.") }
            let identity = addresses?.identity(of: address) ?? BeaconIdentity(.addressOnly, address: address)
            let reading = Reading(identity: identity, rssi: rssi)
            let key = [row.fields[0], row.fields[1], row.fields[2], row.fields[3], row.fields[6]]
            let time: Int64 = try row.number(row.fields[0])
            if key == last, let previous = lines.popLast() {
                guard previous.readings.count < ScanSampled.maximumReadings else {
                    throw row.malformed("A scan has at most \(ScanSampled.maximumReadings) readings.")
                }
                lines.append(previous.replacingReadings(with: previous.readings + [reading]))
            } else {
                lines.append(
                    ScanLine(
                        time: Timestamp(milliseconds: time),
                        floor: known?.key ?? row.fields[6],
                        point: point,
                        walk: "anyplace",
                        heading: (0...360).contains(heading) ? heading : nil,
                        readings: [reading]
                    )
                )
            }
            last = key
        }
        return lines
    }
}
