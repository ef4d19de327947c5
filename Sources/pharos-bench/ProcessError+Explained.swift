public import CommandLineKit
public import Processes

extension ProcessError: ExplainedError {
    public var exitStatus: ExitStatus { .software }
}
