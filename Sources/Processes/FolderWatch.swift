import Glibc

/// Waits for files to be written in a folder (inotify(7)).
public struct FolderWatch: ~Copyable {
    private let descriptor: Int32

    /// Watches a folder that is there.
    public init(_ folder: String) throws(ProcessError) {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC))
        guard descriptor >= 0, inotify_add_watch(descriptor, folder, UInt32(IN_CLOSE_WRITE | IN_MOVED_TO)) >= 0 else {
            let reason = String(cString: strerror(errno))
            close(descriptor)  // where there is none, this does nothing
            throw .cannotWatch(folder: folder, reason: reason)
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Returns when a file was written, or after so many milliseconds.
    public func wait(milliseconds: Int32) {
        var change = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&change, 1, milliseconds) > 0 else { return }
        var events = [UInt8](repeating: 0, count: 4_096)
        _ = read(descriptor, &events, events.count)
    }
}
