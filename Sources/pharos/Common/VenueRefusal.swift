public import CommandLineKit
public import Venue

/// What the venue refuses is not possible as things stand.
extension Refusal: ExplainedError {
    public var exitStatus: ExitStatus { .data }
}
