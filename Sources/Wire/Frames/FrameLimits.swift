/// What a frame may be at most; both ends keep to it, so a change is a new version of the protocol.
public enum FrameLimits {
    /// Bytes before the body: four of length, one of flags.
    public static let headerSize = 5
    /// Bytes of a body on the connection.
    public static let bodySize = 256 * 1_024
    /// Bytes of a body once it is decompressed.
    public static let decompressedSize = 4 << 20

    /// The most memory that the parts of one body may take while it is read.
    static let unpackedSize = 16 << 20
}
