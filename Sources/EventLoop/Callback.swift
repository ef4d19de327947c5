/// A closure that a libuv handle keeps alive until it is closed, even after its owner has gone.
final class Callback<Argument> {
    /// Nil once the owner wants to hear nothing more.
    var call: ((Argument) -> Void)?

    init(_ call: @escaping (Argument) -> Void) { self.call = call }

    /// The callback that an open handle, and so libuv, holds in its `data`.
    static func of(_ data: UnsafeMutableRawPointer) -> Callback {
        Unmanaged<Callback>.fromOpaque(data).takeUnretainedValue()
    }
}
