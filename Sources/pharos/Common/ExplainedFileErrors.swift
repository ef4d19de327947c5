public import CommandLineKit
public import Formats

extension ImportError: ExplainedError {
    public var exitStatus: ExitStatus { .data }
}
