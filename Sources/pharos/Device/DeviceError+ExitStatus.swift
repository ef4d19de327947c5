public import CommandLineKit
public import Device
import Sync

extension DeviceError: ExplainedError {
    public var exitStatus: ExitStatus {
        switch self {
        case .noRelease, .missingContent, .interrupted: .unavailable
        case .damaged, .refusedRelease: .data
        case .cannotWrite, .cannotRead: .io
        case .refused(let refusal):
            switch refusal {
            case .revoked, .notAllowed, .unknownAgent, .badSignature, .invalidCode, .expiredCode, .otherProject:
                .notAllowed
            default: .unavailable
            }
        case .unexpectedAnswer: .software
        }
    }
}
