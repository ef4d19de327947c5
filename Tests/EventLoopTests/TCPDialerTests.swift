import Foundation
import LoopSupport
import Testing

@testable import EventLoop

@Suite("TCP dialer and listener", .timeLimit(.minutes(1)))
struct TCPDialerTests {
    @Test("finds a host by its name")
    func name() async throws {
        try await onLoop { loop in
            let acceptor = try Acceptor(on: loop)
            let client = try await dial(Endpoint(host: "localhost", port: acceptor.listener.endpoint.port), on: loop)
            client.connection.close()
            #expect(await (try acceptor.next()).ending() == nil)
            acceptor.listener.close()
        }
    }

    @Test("tells an unknown name, a closed port and a silent address apart")
    func failures() async throws {
        try await onLoop { loop in
            await #expect { try await dial(Endpoint(host: "no-such-host.invalid", port: 1), on: loop) } throws: {
                error in
                guard case NetworkError.unknownHost("no-such-host.invalid", _) = error else { return false }
                return true
            }
            let closed = try Acceptor(on: loop)
            closed.listener.close()
            let nobody = closed.listener.endpoint
            await #expect(throws: NetworkError.refused(nobody)) { try await dial(nobody, on: loop) }
            let silent = try SilentPort()
            await #expect(throws: NetworkError.timedOut(silent.endpoint, after: .milliseconds(50))) {
                try await dial(silent.endpoint, on: loop, within: .milliseconds(50))
            }
        }
    }

    @Test("an address that does not answer costs a moment, not the deadline")
    func alternatives() async throws {
        try await onLoop { loop in
            let acceptor = try Acceptor(on: loop)
            let silent = try SilentPort()
            let addresses = [silent.endpoint, acceptor.listener.endpoint].compactMap { SocketAddress(numeric: $0) }
            let connection = try await withCheckedContinuation { continuation in
                let endpoint = Endpoint(host: "example.org", port: 1)
                _ = TCPDialer(endpoint, at: addresses, on: loop, within: .seconds(3_600), limits: .init()) {
                    nonisolated(unsafe) let outcome = $0  // stays on the loop's thread
                    continuation.resume(returning: outcome)
                }
            }.get()
            #expect(connection.peer == acceptor.listener.endpoint)
            connection.close()
            #expect(await (try acceptor.next()).ending() == nil)
            acceptor.listener.close()
        }
    }

    @Test("a cancelled dial says nothing and leaves nothing behind")
    func cancelled() async throws {
        try await onLoop { loop in
            let silent = try SilentPort()
            for host in ["localhost", "127.0.0.1", "no-such-host.invalid"] {
                let dialer = TCPDialer(
                    Endpoint(host: host, port: silent.endpoint.port),
                    on: loop,
                    within: .seconds(3_600)
                ) { _ in Issue.record("called back for \(host)") }
                dialer.cancel()
            }
        }
    }

    @Test("says why it cannot listen")
    func listening() async throws {
        try await onLoop { loop in
            let acceptor = try Acceptor(on: loop)
            let taken = acceptor.listener.endpoint
            #expect(throws: NetworkError.inUse(taken)) { try TCPListener(at: taken, on: loop) { _ in } }
            #expect(throws: NetworkError.notAnAddress("localhost")) {
                try TCPListener(at: Endpoint(host: "localhost", port: 0), on: loop) { _ in }
            }
            let elsewhere = Endpoint(host: "192.0.2.1", port: 0)
            #expect(throws: NetworkError.notAllowed(elsewhere)) { try TCPListener(at: elsewhere, on: loop) { _ in } }
            acceptor.listener.close()
        }
    }

    @Test("every failure says what failed, and what can be done where something can")
    func words() {
        let endpoint = Endpoint(host: "::1", port: 80)
        let errors: [NetworkError] = [
            .unknownHost("h", reason: "r"), .notAnAddress("h"), .refused(endpoint), .inUse(endpoint),
            .unreachable(endpoint, reason: "r"), .timedOut(endpoint, after: .seconds(1)), .notAllowed(endpoint),
            .lost(reason: "r"), .silent(.seconds(1)), .stalled(.seconds(1)),
        ]
        for error in errors {
            #expect(error.description.hasSuffix("."))
            #expect(error.recovery?.hasSuffix(".") == true)
        }
        #expect(NetworkError.refused(endpoint).description == "Nobody listens at [::1]:80.")
    }

    @Test("a signal is told instead of ending the process")
    func signal() async throws {
        try await onLoop { loop in
            let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
            let watcher = try SignalWatcher(SIGUSR2, on: loop) { continuation.yield() }
            kill(getpid(), SIGUSR2)
            for await _ in stream { break }
            watcher.close()
        }
    }
}

/// A port that lets nobody in and says nothing: its queue is full, so the system drops what comes.
final class SilentPort {
    let endpoint: Endpoint
    private let descriptors: [Int32]

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let address = try #require(SocketAddress(numeric: Endpoint(host: "127.0.0.1", port: 0)))
        try #require(address.withUnsafePointer { bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) } == 0)
        try #require(listen(listener, 0) == 0)
        endpoint = try #require(
            SocketAddress { address, length in
                var count = socklen_t(length.pointee)
                return getsockname(listener, address, &count)
            }?.endpoint
        )
        let filler = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        try connectRaw(filler, to: endpoint)
        descriptors = [listener, filler]
    }

    deinit { for descriptor in descriptors { close(descriptor) } }
}

/// Connects a descriptor by the system's own call.
func connectRaw(_ descriptor: Int32, to endpoint: Endpoint) throws {
    let address = try #require(SocketAddress(numeric: endpoint))
    let code = address.withUnsafePointer { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    try #require(code == 0)
}
