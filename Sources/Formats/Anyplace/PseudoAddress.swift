public import JSON
public import Survey

/// Addresses for beacons that have none, in formats that know nothing else.
///
/// An iBeacon's is the first six bytes of SHA-256 over its UUID, major and minor, big-endian; any other beacon's that of
/// its identity's bytes. A side file maps them back.
public struct PseudoAddress: Sendable {
    private let hashing: any Hashing
    private var identities: [MACAddress: BeaconIdentity] = [:]

    public init(hashing: any Hashing) { self.hashing = hashing }

    /// The beacon's own address, else its pseudo address, which is remembered.
    public mutating func address(of identity: BeaconIdentity) -> MACAddress {
        if let address = identity.address {
            identities[address] = identity
            return address
        }
        let bytes: [UInt8]
        if case .iBeacon(let uuid, let major, let minor) = identity.frame {
            bytes = uuid.high.bigEndianBytes + uuid.low.bigEndianBytes + major.bigEndianBytes + minor.bigEndianBytes
        } else {
            bytes = identity.bytes
        }
        let value = hashing.sha256(bytes).bytes.prefix(6).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let address = MACAddress(value: value)!  // six bytes have 48 bits
        identities[address] = identity
        return address
    }

    /// The beacon that an address stands for.
    public func identity(of address: MACAddress) -> BeaconIdentity? { identities[address] }

    /// The side file: an object with the identity of each address.
    public var json: JSONValue {
        .object(
            Dictionary(
                uniqueKeysWithValues: identities.map { ($0.key.description, .string($0.value.description)) }
            )
        )
    }

    /// Reads a side file.
    public init(_ bytes: [UInt8], path: String, hashing: any Hashing) throws(ImportError) {
        self.hashing = hashing
        let file = try JSONFile(bytes, path: path)
        guard let members = file.document.members else { throw file.missing("The object of addresses") }
        for (address, identity) in members {
            guard let address = MACAddress(address), let identity = identity.text.flatMap({ BeaconIdentity($0) }) else {
                throw file.missing("The identity of \(address.prefix(40))")
            }
            identities[address] = identity
        }
    }
}
