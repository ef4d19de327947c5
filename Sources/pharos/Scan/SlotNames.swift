import Agent
import CommandLineKit
import Survey
import Venue

/// Which slot a beacon on the air hangs in, where an installation was given to look it up.
struct SlotNames {
    private var slots: [BeaconIdentity: SlotID] = [:]
    private var policy = IdentityPolicy.frame

    /// Nobody to ask.
    init() {}

    init(_ venue: Venue) {
        policy = venue.identityPolicy
        for (slot, assignment) in venue.assignments.current {
            guard let identity = venue.assignments[assignment]?.identity.key(under: policy) else { continue }
            slots[identity] = slot
        }
    }

    /// Whether beacons without a frame count: the project tells them apart by their address.
    var includesAddresses: Bool { policy == .address }

    /// The slot's identifier; nil for a beacon of somebody else.
    func slot(of identity: BeaconIdentity) -> String? {
        identity.key(under: policy).flatMap { slots[$0] }.map { "\($0)" }
    }
}
