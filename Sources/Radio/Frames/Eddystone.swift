import Survey

/// Google's Eddystone frames: service data of the 16-bit UUID 0xFEAA, after the public protocol specification.
enum Eddystone {
    /// The frame in a service data structure whose first two bytes are the UUID.
    static func frame(_ body: borrowing Span<UInt8>) throws(FrameProblem) -> BeaconFrame {
        switch body[2] {
        case 0x00:
            guard body.count >= 20 else { throw .shortFrame(.eddystoneUID, length: body.count) }
            return .eddystoneUID(.init(high: body.bigEndian(at: 4), low: body.bigEndian(at: 12)), power: power(body))
        case 0x10:
            guard body.count >= 5 else { throw .shortFrame(.eddystoneURL, length: body.count) }
            return .eddystoneURL(try url(body), power: power(body))
        case 0x20:
            guard body.count >= 4 else { throw .shortFrame(.eddystoneTelemetry, length: body.count) }
            return try telemetry(body)
        case 0x30:
            guard body.count >= 12 else { throw .shortFrame(.eddystoneEphemeral, length: body.count) }
            return .eddystoneEphemeral(body.bigEndian(at: 4), power: power(body))
        default:
            throw .unknownEddystoneFrame(type: body[2])
        }
    }

    private static func power(_ body: borrowing Span<UInt8>) -> AdvertisedPower {
        AdvertisedPower(atZeroMetres: Int8(bitPattern: body[3]))
    }

    private static func telemetry(_ body: borrowing Span<UInt8>) throws(FrameProblem) -> BeaconFrame {
        switch body[3] {
        case 0:
            guard body.count >= 16 else { throw .shortFrame(.eddystoneTelemetry, length: body.count) }
            let voltage: UInt16 = body.bigEndian(at: 4)
            let temperature: UInt16 = body.bigEndian(at: 6)
            let tenths: UInt32 = body.bigEndian(at: 12)
            return .eddystoneTelemetry(
                Telemetry(
                    batteryVoltage: voltage == 0 ? nil : voltage,
                    // 8.8 fixed point; −128 °C means that the beacon has no thermometer.
                    temperature: temperature == 0x8000 ? nil : Double(Int16(bitPattern: temperature)) / 256,
                    advertisementCount: body.bigEndian(at: 8),
                    uptime: UInt64(tenths) * 100
                )
            )
        case 1:
            guard body.count >= 20 else { throw .shortFrame(.eddystoneTelemetry, length: body.count) }
            return .eddystoneEncryptedTelemetry
        case let version:
            throw .unknownTelemetryVersion(version)
        }
    }

    private static let schemes = ["http://www.", "https://www.", "http://", "https://"]
    private static let expansions = [
        ".com/", ".org/", ".edu/", ".net/", ".info/", ".biz/", ".gov/",
        ".com", ".org", ".edu", ".net", ".info", ".biz", ".gov",
    ]

    private static func url(_ body: borrowing Span<UInt8>) throws(FrameProblem) -> String {
        guard schemes.indices.contains(Int(body[4])) else { throw .invalidURL }
        var url = schemes[Int(body[4])]
        for index in 5..<body.count {
            let byte = body[index]
            switch byte {
            case 0..<14: url += expansions[Int(byte)]
            case 0x21...0x7E: url.unicodeScalars.append(Unicode.Scalar(byte))
            default: throw .invalidURL
            }
        }
        return url
    }
}
