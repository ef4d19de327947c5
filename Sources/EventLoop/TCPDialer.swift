import CUV

/// One attempt to reach a host: looks up its addresses and connects to whichever answers first.
///
/// Addresses are tried one after the other, the next one as soon as one fails, or after a moment while it does not
/// answer (RFC 8305, "Happy Eyeballs", with one list of addresses for both families): a network whose IPv6 leads
/// nowhere costs a moment, not the deadline. Confined to its loop.
public final class TCPDialer {
    /// How long an address may be silent before the next one is tried as well (RFC 8305, section 5).
    private static let head: Duration = .milliseconds(250)
    /// Addresses tried at most; hosts with more have them in random order.
    private static let addressLimit = 8

    fileprivate let endpoint: Endpoint
    private let loop: EventLoop
    private let limits: TCPConnection.Limits
    private let deadline: Duration
    private var completion: ((Result<TCPConnection, NetworkError>) -> Void)?
    private var lookup: HostLookup?
    private var untried: [SocketAddress] = []
    private var attempts: [ConnectRequest] = []
    private var lastFailure: NetworkError?
    private var overallAlarm: LoopAlarm?
    private var nextAlarm: LoopAlarm?

    /// Starts to dial; `completion` is called later on the loop's thread, exactly once unless cancelled, with a
    /// connection to start or to close.
    public convenience init(
        _ endpoint: Endpoint,
        on loop: EventLoop,
        within deadline: Duration,
        limits: TCPConnection.Limits = .init(),
        completion: @escaping (Result<TCPConnection, NetworkError>) -> Void
    ) {
        let known = SocketAddress(numeric: endpoint).map { [$0] }
        self.init(endpoint, at: known, on: loop, within: deadline, limits: limits, completion: completion)
    }

    /// The same for a host whose addresses are known; nil where they have to be looked up.
    init(
        _ endpoint: Endpoint,
        at addresses: [SocketAddress]?,
        on loop: EventLoop,
        within deadline: Duration,
        limits: TCPConnection.Limits,
        completion: @escaping (Result<TCPConnection, NetworkError>) -> Void
    ) {
        self.endpoint = endpoint
        self.loop = loop
        self.deadline = deadline
        self.limits = limits
        self.completion = completion
        // What is pending keeps the dialer alive until it is over.
        overallAlarm = LoopAlarm(on: loop) { [self] in finish(.failure(.timedOut(endpoint, after: deadline))) }
        nextAlarm = LoopAlarm(on: loop) { [self] in tryNext() }
        overallAlarm?.set(after: deadline)
        if let addresses {
            untried = addresses.reversed()
            nextAlarm?.set(after: .zero)
        } else {
            lookUp()
        }
    }

    /// Gives up: the completion is not called any more.
    ///
    /// Repeating it, or doing it too late, does nothing.
    public func cancel() {
        loop.preconditionIsolated()
        completion = nil
        end()
    }

    private func lookUp() {
        do throws(NetworkError) {
            lookup = try HostLookup.start(endpoint, on: loop) { [self] outcome in
                lookup = nil
                switch outcome {
                case .success(let addresses):
                    untried = addresses.alternatingFamilies.prefix(Self.addressLimit).reversed()
                    tryNext()
                case .failure(let error): finish(.failure(error))
                }
            }
        } catch {
            lastFailure = error
            nextAlarm?.set(after: .zero)
        }
    }

    /// Tries the next address; gives up where none is left and none is still being tried.
    private func tryNext() {
        while let address = untried.popLast() {
            do throws(NetworkError) {
                attempts.append(try ConnectRequest(to: address, for: self, on: loop, limits: limits))
                if !untried.isEmpty { nextAlarm?.set(after: Self.head) }
                return
            } catch {
                lastFailure = error
            }
        }
        if attempts.isEmpty { finish(.failure(lastFailure ?? .unreachable(endpoint, reason: "no address"))) }
    }

    fileprivate func completed(_ attempt: ConnectRequest, _ code: Int32) {
        guard completion != nil, let index = attempts.firstIndex(where: { $0 === attempt }) else { return }
        if code == 0 {
            attempts.remove(at: index)
            attempt.connection.isConnected()
            finish(.success(attempt.connection))
        } else {
            attempts.remove(at: index).connection.close()
            lastFailure = .connecting(to: endpoint, code)
            tryNext()
        }
    }

    private func finish(_ outcome: Result<TCPConnection, NetworkError>) {
        let completion = completion
        self.completion = nil
        end()
        completion?(outcome)
    }

    private func end() {
        lookup?.cancel()
        lookup = nil
        for attempt in attempts { attempt.connection.close() }
        attempts = []
        overallAlarm?.close()
        nextAlarm?.close()
        overallAlarm = nil
        nextAlarm = nil
    }
}

/// One address that is being tried.
private final class ConnectRequest {
    let connection: TCPConnection
    private let request = UnsafeMutablePointer<uv_connect_t>.allocate(capacity: 1)
    private unowned let dialer: TCPDialer

    init(
        to address: SocketAddress,
        for dialer: TCPDialer,
        on loop: EventLoop,
        limits: TCPConnection.Limits
    ) throws(NetworkError) {
        connection = try TCPConnection(on: loop, limits: limits)
        self.dialer = dialer
        // Released by `onConnected`, which is called in any case once this succeeded.
        request.pointee.data = Unmanaged.passRetained(self).toOpaque()
        let tcp = UnsafeMutableRawPointer(connection.stream!).assumingMemoryBound(to: uv_tcp_t.self)
        let code = address.withUnsafePointer { uv_tcp_connect(request, tcp, $0, onConnected) }
        guard code == 0 else {
            Unmanaged.passUnretained(self).release()
            connection.close()
            throw .connecting(to: dialer.endpoint, code)
        }
    }

    deinit { request.deallocate() }

    func completed(_ code: Int32) {
        // Cancelled by closing: the dialer has lost interest, and may be gone.
        if code != UV_ECANCELED.rawValue { dialer.completed(self, code) }
    }
}

/// Called on the loop's thread, also when closing cancels the request; takes over the reference retained for it.
private let onConnected: uv_connect_cb = { request, code in
    Unmanaged<ConnectRequest>.fromOpaque(request!.pointee.data).takeRetainedValue().completed(code)
}

extension [SocketAddress] {
    /// The addresses with the families taking turns, beginning with the system's first choice (RFC 8305, section 4).
    fileprivate var alternatingFamilies: [SocketAddress] {
        guard let first else { return [] }
        let preferred = filter { $0.isV6 == first.isV6 }
        let others = filter { $0.isV6 != first.isV6 }
        let pairs = zip(preferred, others).flatMap { [$0, $1] }
        let count = Swift.min(preferred.count, others.count)
        return pairs + preferred.dropFirst(count) + others.dropFirst(count)
    }
}
