import Crypto
public import EventLoop
public import Survey
public import Sync
public import Wire

/// An agent's or a device's end of a link.
public typealias ClientLink = MessageLink<ServerMessage, ClientMessage>

/// The server's end of a link.
public typealias ServerLink = MessageLink<ClientMessage, ServerMessage>

extension ClientLink {
    /// Dials a server and shakes hands with it; it has to have the key whose pin the join link carries.
    ///
    /// Cancelling it throws ``LinkError/cancelled`` and leaves nothing behind.
    public static func dial(
        _ endpoint: Endpoint,
        pin: Digest,
        on loop: EventLoop,
        limits: LinkLimits = .init()
    ) async throws(LinkError) -> ClientLink {
        let context: TLSContext
        do throws(CryptoError) { context = try .client(pin: pin) } catch { throw .connection(error) }
        let link = ClientLink(on: loop, limits: limits)
        await link.begin(to: endpoint, context)
        try await link.waitUntilOpen()
        return link
    }

    private func begin(to endpoint: Endpoint, _ context: TLSContext) {
        begin { ears in
            SecureConnection(to: endpoint, context, on: loop, limits: limits.connection, handler: ears)
        }
    }
}

extension ServerLink {
    /// Shakes hands with a client; `onChange` is called on the loop, not from here.
    func begin(
        accepted connection: TCPConnection,
        _ context: TLSContext,
        onChange: @escaping @Sendable (LinkChange) -> Void
    ) {
        begin(onChange: onChange) { ears in
            SecureConnection(accepted: connection, context, limits: limits.connection, handler: ears)
        }
    }
}
