public import CommandLineKit
public import Crypto
public import EventLoop
public import EventStore
public import Link
public import Server

extension ServerError: ExplainedError {
    /// How the program ends because of it.
    public var exitStatus: ExitStatus {
        switch self {
        case .noDatabase, .noSuchProject, .ambiguousProject, .noSuchAgent, .ambiguousAgent, .noAddress: .usage
        case .noPostgres, .otherPostgres, .inUse: .unavailable
        case .notABackup: .data
        case .commandFailed, .noUnprivilegedUser, .closedDirectory, .file, .noCluster, .notEmpty: .io
        }
    }
}

extension EventStoreError: ExplainedError {
    /// How the program ends because of it.
    public var exitStatus: ExitStatus {
        switch self {
        case .unreachable, .connectionLost, .timedOut, .unavailable, .overloaded: .unavailable
        case .notMigrated, .schemaTooNew, .migrationChanged, .damaged: .data
        case .roleMissing: .notAllowed
        case .rejected: .software
        }
    }
}

extension NetworkError: ExplainedError {
    /// How the program ends because of it.
    public var exitStatus: ExitStatus { .unavailable }
}

extension CryptoError: ExplainedError {
    /// How the program ends because of it.
    public var exitStatus: ExitStatus { .software }
}

extension LinkError: ExplainedError {
    /// How the program ends because of it.
    public var exitStatus: ExitStatus { .unavailable }
}
