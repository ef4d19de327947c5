import Fingerprints
import Survey
import Testing
import Venue

@Suite("Identity policy (POSITIONING.md, finding 10)")
struct IdentityPolicyTests {
    /// Two beacons that send one and the same triple, as a mall's 335 do.
    private static let addresses = [0xC000_0000_0001, 0xC000_0000_0002].compactMap { MACAddress(value: $0) }

    private static func beacon(_ index: Int) -> BeaconIdentity {
        BeaconIdentity(BeaconIdentity.beacon(7).frame, address: addresses[index])
    }

    /// An index of one scan under a policy that has both registered, each in a slot of its own.
    private func index(_ policy: IdentityPolicy, hearing identities: [BeaconIdentity]) -> FingerprintIndex {
        let spans = (0..<2).compactMap { index in
            Self.beacon(index).key(under: policy).map {
                AssignmentSpan(slot: SlotID(UInt64(index)), assignment: AssignmentID(UInt64(index)), identity: $0)
            }
        }
        var ledger = ScanLedger()
        let scan = ScanSampled(
            walk: WalkID(1),
            floor: FloorID(1),
            point: Point(x: 1, y: 1),
            window: 1_000,
            readings: identities.compactMap { identity in
                RSSI(dBm: -60).map { Reading(identity: identity, rssi: $0) }
            }
        )
        ledger.file(scan, from: .at(1, time: 1, kind: .scanSampled))
        return FingerprintIndex(ledger, under: Interpretation(spans: spans, identityPolicy: policy))
    }

    @Test(
        "beacons with one triple are told apart by their addresses, alone or with the triple",
        arguments: [IdentityPolicy.address, .frameAndAddress]
    )
    func sharedTriple(policy: IdentityPolicy) {
        let index = index(policy, hearing: [Self.beacon(0), Self.beacon(1)])
        #expect(index.entries.count == 2)
        #expect(index.strayReadings == 0)
    }

    @Test("identities that nobody registered never enter an index", arguments: IdentityPolicy.allCases)
    func unregistered(policy: IdentityPolicy) {
        let foreign = [
            BeaconIdentity.beacon(8), BeaconIdentity(.addressOnly, address: MACAddress(value: 0xC000_0000_0009)),
            BeaconIdentity(.name("phone")),
        ]
        let index = index(policy, hearing: foreign)
        #expect(index.entries.isEmpty)
        #expect(index.strayReadings == foreign.count)
    }

    @Test(
        "a frame from an address that changes has none, and counts for no slot where addresses tell",
        arguments: [IdentityPolicy.address, .frameAndAddress]
    )
    func randomised(policy: IdentityPolicy) {
        let index = index(policy, hearing: [BeaconIdentity(BeaconIdentity.beacon(7).frame)])
        #expect(index.entries.isEmpty && index.strayReadings == 1)
    }
}
