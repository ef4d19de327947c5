/// An error that a person can understand and act on.
///
/// The errors of modules below know nothing of command lines; a program declares their conformance.
public protocol ExplainedError: Error, CustomStringConvertible {
    /// What to do about it; nil where only a fix of the program helps.
    var recovery: String? { get }

    /// How the program ends because of it.
    var exitStatus: ExitStatus { get }
}

extension UsageError: ExplainedError {
    public var exitStatus: ExitStatus { .usage }
}
