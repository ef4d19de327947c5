public import Link
public import Sync
public import Wire

extension ClientLink: DeviceLink {
    /// 32 bytes of the connection's TLS exporter.
    public func exporterBytes() async throws -> [UInt8] { try exporter() }

    /// What came next; nil at the end.
    public nonisolated func next() async throws -> [ServerMessage]? { try await messages.makeAsyncIterator().next() }
}
