import EventLoop
import Foundation
import Testing

/// One end of a TCP connection: what happens to it, as a stream to wait on.
final class Peer: TCPConnectionHandler {
    enum Event {
        case received
        case canWriteAgain
        case ended(NetworkError?)
    }

    let connection: TCPConnection
    private(set) var bytes: [UInt8] = []
    private var events: AsyncStream<Event>.Iterator
    private let happened: AsyncStream<Event>.Continuation

    init(_ connection: TCPConnection) {
        self.connection = connection
        let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
        events = stream.makeAsyncIterator()
        happened = continuation
        connection.start(self)
    }

    func received(_ span: RawSpan) {
        span.withUnsafeBytes { bytes += $0 }
        happened.yield(.received)
    }

    func canWriteAgain() { happened.yield(.canWriteAgain) }

    func ended(_ reason: NetworkError?) { happened.yield(.ended(reason)) }

    func write(_ bytes: [UInt8]) throws { try connection.write(bytes.span.bytes) }

    /// Waits until so many bytes came, and takes them.
    func take(_ count: Int) async throws -> [UInt8] {
        while bytes.count < count {
            guard case .received? = await events.next(isolation: #isolation) else {
                throw PeerError("ended after \(bytes.count) of \(count) bytes")
            }
        }
        defer { bytes.removeFirst(count) }
        return Array(bytes.prefix(count))
    }

    /// Waits until the queue is half empty again.
    func writability() async throws {
        while let event = await events.next(isolation: #isolation) {
            switch event {
            case .canWriteAgain: return
            case .received: continue
            case .ended: throw PeerError("ended instead of taking more")
            }
        }
    }

    /// Waits for the end.
    func ending() async -> NetworkError? {
        while let event = await events.next(isolation: #isolation) {
            if case .ended(let reason) = event { return reason }
        }
        return nil
    }
}

struct PeerError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// A listener whose connections are waited for.
final class Acceptor {
    let listener: TCPListener
    private var arrivals: AsyncStream<Result<TCPConnection, NetworkError>>.Iterator

    init(on loop: EventLoop, limits: TCPConnection.Limits = .init()) throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Result<TCPConnection, NetworkError>.self)
        arrivals = stream.makeAsyncIterator()
        listener = try TCPListener(at: Endpoint(host: "127.0.0.1", port: 0), on: loop, limits: limits) {
            nonisolated(unsafe) let arrival = $0  // stays on this thread: the stream's reader runs on the loop too
            continuation.yield(arrival)
        }
    }

    func next() async throws -> Peer {
        nonisolated(unsafe) let arrival = await arrivals.next(isolation: #isolation)
        return Peer(try #require(arrival).get())
    }
}

/// Dials and waits for the outcome.
func dial(
    _ endpoint: Endpoint,
    on loop: EventLoop,
    within deadline: Duration = .seconds(20),
    limits: TCPConnection.Limits = .init()
) async throws -> Peer {
    let connection = try await withCheckedContinuation { continuation in
        _ = TCPDialer(endpoint, on: loop, within: deadline, limits: limits) {
            nonisolated(unsafe) let outcome = $0  // stays on the loop's thread
            continuation.resume(returning: outcome)
        }
    }.get()
    return Peer(connection)
}

/// Two connected ends on one loop.
func connectedPair(
    on loop: EventLoop,
    limits: TCPConnection.Limits = .init()
) async throws -> (client: Peer, server: Peer) {
    let acceptor = try Acceptor(on: loop, limits: limits)
    let client = try await dial(acceptor.listener.endpoint, on: loop, limits: limits)
    let server = try await acceptor.next()
    acceptor.listener.close()
    return (client, server)
}
