import EventLoop
import Foundation
import Testing

/// Reads whatever comes out of a descriptor, until its other end closes.
private actor Reader {
    private let loop: EventLoop
    private var watcher: DescriptorWatcher?
    private var bytes: [UInt8] = []
    private var waiter: CheckedContinuation<[UInt8], Never>?

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(on loop: EventLoop) { self.loop = loop }

    func readAll(of descriptor: Int32) async throws -> [UInt8] {
        let watcher = try DescriptorWatcher(descriptor, on: loop) { [weak self] _ in
            self?.assumeIsolated { $0.readSome(of: descriptor) }
        }
        try watcher.watch(.readable)
        self.watcher = watcher
        return await withCheckedContinuation { waiter = $0 }
    }

    private func readSome(of descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 16)
        let count = read(descriptor, &buffer, buffer.count)
        if count > 0 {
            bytes += buffer.prefix(count)
        } else {
            watcher?.close()
            waiter?.resume(returning: bytes)
            waiter = nil
        }
    }
}

/// Waits until a descriptor is ready, once.
private actor Waiter {
    private let loop: EventLoop

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(on loop: EventLoop) { self.loop = loop }

    func readiness(
        of descriptor: Int32,
        for interest: DescriptorWatcher.Interest
    ) async throws -> DescriptorWatcher.Interest {
        let (stream, continuation) = AsyncStream.makeStream(of: Result<DescriptorWatcher.Interest, UVError>.self)
        let watcher = try DescriptorWatcher(descriptor, on: loop) { continuation.yield($0) }
        try watcher.watch(interest)
        var events = stream.makeAsyncIterator()
        let first = await events.next(isolation: self)
        watcher.close()
        return try #require(first).get()
    }

    /// The watcher is dropped here, unclosed, together with the closure and the actor that hold it.
    func forget(_ descriptor: Int32) throws {
        let watcher = try DescriptorWatcher(descriptor, on: loop) { _ in }
        try watcher.watch(.readable)
        #expect(loop.handleCount == 1)
    }

    func watch(_ descriptor: Int32) throws { _ = try DescriptorWatcher(descriptor, on: loop) { _ in } }
}

@Suite("Descriptor watcher", .timeLimit(.minutes(1)))
struct DescriptorWatcherTests {
    /// Both ends of a connected pair of sockets.
    private static func pair() throws -> (Int32, Int32) {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        return (ends[0], ends[1])
    }

    @Test("reads everything that another thread writes, as it comes")
    func reads() async throws {
        let loop = try EventLoop()
        let (ours, theirs) = try Self.pair()
        let reader = Reader(on: loop)
        async let received = reader.readAll(of: ours)
        let sent = (0..<10_000).map { UInt8(truncatingIfNeeded: $0) }
        for start in stride(from: 0, to: sent.count, by: 100) {
            #expect(write(theirs, Array(sent[start..<start + 100]), 100) == 100)
        }
        close(theirs)
        let isSame = try await received == sent
        #expect(isSame)
        close(ours)
        await loop.shutdown()
    }

    @Test("tells only what it was asked for")
    func interest() async throws {
        let loop = try EventLoop()
        let (ours, theirs) = try Self.pair()
        #expect(write(theirs, [1], 1) == 1)
        let waiter = Waiter(on: loop)
        #expect(try await waiter.readiness(of: ours, for: .writable) == .writable)
        #expect(try await waiter.readiness(of: ours, for: .readable) == .readable)
        #expect(try await waiter.readiness(of: ours, for: [.readable, .writable]) == [.readable, .writable])
        close(ours)
        close(theirs)
        await loop.shutdown()
    }

    @Test("a forgotten watcher closes its handle, not its descriptor")
    func forgotten() async throws {
        let loop = try EventLoop()
        let (ours, theirs) = try Self.pair()
        try await Waiter(on: loop).forget(ours)
        await loop.shutdown()  // would wait for an open handle
        #expect(close(ours) == 0)
        close(theirs)
    }

    @Test("refuses a descriptor that cannot be watched")
    func refuses() async throws {
        let loop = try EventLoop()
        await #expect(throws: UVError.self) { try await Waiter(on: loop).watch(-1) }
        await loop.shutdown()
    }
}
