/// Two frames are one where their canonical bytes are.
///
/// Written out for the names alone: `String` takes a composed and a decomposed “é” for one, while logs, stores and
/// digests compare bytes. Whichever of the two a replica met first would else decide what it stores.
extension BeaconIdentity.Frame {
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.iBeacon(let left, let leftMajor, let leftMinor), .iBeacon(let right, let rightMajor, let rightMinor)):
            left == right && leftMajor == rightMajor && leftMinor == rightMinor
        case (.eddystone(let left), .eddystone(let right)): left == right
        case (.altBeacon(let left), .altBeacon(let right)): left == right
        case (.addressOnly, .addressOnly): true
        case (.name(let left), .name(let right)): left.utf8.elementsEqual(right.utf8)
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .iBeacon(let uuid, let major, let minor):
            hasher.combine(uuid)
            hasher.combine(major)
            hasher.combine(minor)
        case .eddystone(let uid): hasher.combine(uid)
        case .altBeacon(let id): hasher.combine(id)
        case .addressOnly: break
        case .name(let name): for byte in name.utf8 { hasher.combine(byte) }
        }
    }
}
