public import Agent
public import CommandLineKit
public import Crypto
public import EdgeLog
public import Formats
public import Link
public import Pictures

extension EdgeLogError: ExplainedError {
    public var exitStatus: ExitStatus {
        switch self {
        case .notThere, .alreadyThere: .usage
        case .invalid, .tooLarge, .damaged, .newerSchema, .wrongBlob: .data
        case .busy: .unavailable
        case .cannotOpen, .full, .flushFailed, .stopped: .io
        case .unknownIncarnation, .noSuchSequence, .notContinuing, .malformedBatch, .notAPoint, .sqlite: .software
        }
    }
}

extension AgentError: ExplainedError {
    public var exitStatus: ExitStatus {
        switch self {
        case .otherKey, .damagedMembership, .otherProject: .data
        case .notJoined: .usage
        case .ended, .hungUp, .refused: isRefusal ? .notAllowed : isImpossible ? .failure : .unavailable
        }
    }
}

extension CryptoError: ExplainedError {
    public var exitStatus: ExitStatus { .unavailable }
}

extension FileError: ExplainedError {
    public var exitStatus: ExitStatus { .io }
}

extension ScanLineError: ExplainedError {
    public var exitStatus: ExitStatus { .data }
}

extension PNGError: ExplainedError {
    public var exitStatus: ExitStatus { .data }
}

extension LinkError: ExplainedError {
    public var exitStatus: ExitStatus { .unavailable }
}
