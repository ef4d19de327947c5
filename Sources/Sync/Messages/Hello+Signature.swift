public import Survey

extension Hello {
    /// What the agent signs: `"pharos/1 hello"`, 32 bytes of this connection's TLS exporter, project, agent, and the
    /// streams' incarnations, ends, hashes and whether they are closed.
    ///
    /// The exporter ties the signature to the connection, so that it cannot be used on another one.
    public static func signedBytes(
        exporter: [UInt8],
        project: ProjectID,
        agent: AgentID,
        streams: [StreamClaim]
    ) -> [UInt8] {
        var bytes = Array("pharos/1 hello".utf8) + exporter + project.bytes + agent.bytes
        for stream in streams {
            bytes.append(bigEndian: stream.incarnation.value)
            bytes.append(bigEndian: stream.end)
            stream.hash.append(to: &bytes)
            bytes.append(stream.isClosed ? 1 : 0)
        }
        return bytes
    }
}
