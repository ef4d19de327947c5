internal import Survey

extension SignalOffset {
    /// Standard deviations in dB of what is believed before anybody verified (POSITIONING §6.2).
    static let measuredPowerDeviation = 3.0
    static let transmitPowerDeviation = 4.0
    static let unknownDeviation = 6.0
    /// dB that a fresh battery adds until somebody verifies.
    static let freshBatteryDeviation = 1.0

    static let reference = SignalOffset(level: 0, deviation: 0, source: .reference)

    /// What is believed of one radio beside a slot's reference before anybody walked.
    static func prior(of radio: RadioSettings, beside reference: RadioSettings) -> SignalOffset {
        if let power = radio.measuredPower, let usual = reference.measuredPower {
            let level = Double(Int(power) - Int(usual))
            return SignalOffset(level: level, deviation: measuredPowerDeviation, source: .measuredPower)
        }
        if let power = radio.transmitPower, let usual = reference.transmitPower {
            let level = Double(Int(power) - Int(usual))
            return SignalOffset(level: level, deviation: transmitPowerDeviation, source: .transmitPower)
        }
        return SignalOffset(level: 0, deviation: unknownDeviation, source: .unknown)
    }

    /// What a verification walk measured; 0 where the measured difference is within its own error.
    init(_ verification: OffsetVerified) {
        let isSignificant = verification.offset.magnitude >= verification.confidence
        level = isSignificant ? verification.offset : 0
        deviation = verification.confidence / 1.96
        source = .verified
    }

    /// The same level with another uncertainty.
    func with(deviation: Double) -> SignalOffset {
        SignalOffset(level: level, deviation: deviation, source: source)
    }
}

extension RadioSettings {
    /// These settings over older ones: what nobody mentioned stays as it was.
    ///
    /// A new transmit power makes an older measured power worthless.
    func over(_ older: RadioSettings) -> RadioSettings {
        let isNewPower = transmitPower != nil && transmitPower != older.transmitPower
        return RadioSettings(
            measuredPower: measuredPower ?? (isNewPower ? nil : older.measuredPower),
            transmitPower: transmitPower ?? older.transmitPower,
            advertisingInterval: advertisingInterval ?? older.advertisingInterval
        )
    }

    /// Whether two settings are equally loud.
    func isAsLoud(as other: RadioSettings) -> Bool {
        measuredPower == other.measuredPower && transmitPower == other.transmitPower
    }
}
