import CUV
import Glibc

/// One search for the addresses of a host, by the system's resolver on one of libuv's threads.
final class HostLookup {
    private let request = UnsafeMutablePointer<uv_getaddrinfo_t>.allocate(capacity: 1)
    private let endpoint: Endpoint
    private var completion: ((Result<[SocketAddress], NetworkError>) -> Void)?

    private init(_ endpoint: Endpoint, _ completion: @escaping (Result<[SocketAddress], NetworkError>) -> Void) {
        self.endpoint = endpoint
        self.completion = completion
    }

    deinit { request.deallocate() }

    /// Looks the host up; `completion` is called later, on the loop's thread, with at least one address or a failure.
    static func start(
        _ endpoint: Endpoint,
        on loop: EventLoop,
        completion: @escaping (Result<[SocketAddress], NetworkError>) -> Void
    ) throws(NetworkError) -> HostLookup {
        let lookup = HostLookup(endpoint, completion)
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        // Released by `onFound`, which is called in any case once this succeeded.
        lookup.request.pointee.data = Unmanaged.passRetained(lookup).toOpaque()
        let code = uv_getaddrinfo(loop.loop, lookup.request, onFound, endpoint.host, "\(endpoint.port)", &hints)
        guard code == 0 else {
            Unmanaged.passUnretained(lookup).release()
            throw .unknownHost(endpoint.host, reason: UVError.reason(code))
        }
        loop.handleWillOpen()  // the loop has to live until the resolver's thread comes back
        return lookup
    }

    /// Forgets about it: the completion is not called any more.
    func cancel() {
        completion = nil
        uv_cancel(UnsafeMutableRawPointer(request).assumingMemoryBound(to: uv_req_t.self))  // fails while it runs
    }

    fileprivate func found(_ first: UnsafeMutablePointer<addrinfo>?, _ code: Int32, on loop: EventLoop) {
        loop.handleWasClosed()
        let addresses = sequence(first: first) { $0?.pointee.ai_next }
            .prefix { $0 != nil }
            .compactMap { $0?.pointee.ai_addr.flatMap { SocketAddress($0) } }
        uv_freeaddrinfo(first)
        let completion = completion
        self.completion = nil
        if code < 0 || addresses.isEmpty {
            completion?(
                .failure(.unknownHost(endpoint.host, reason: UVError.reason(code < 0 ? code : UV_EAI_NONAME.rawValue)))
            )
        } else {
            completion?(.success(addresses))
        }
    }
}

/// Called on the loop's thread; takes over the reference that `start` retained.
private let onFound: uv_getaddrinfo_cb = { request, code, first in
    let loop = EventLoop.running(request!.pointee.loop)
    Unmanaged<HostLookup>.fromOpaque(request!.pointee.data).takeRetainedValue().found(first, code, on: loop)
}
