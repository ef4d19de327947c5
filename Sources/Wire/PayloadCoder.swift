public import Survey

/// Payloads as Protocol Buffers messages (`schema/events.proto`).
///
/// Any bytes may be decoded: what is no payload of its kind comes back as malformed, with the reason.
public struct PayloadCoder: PayloadCoding {
    /// The most memory a payload may unfold to: 64 KiB of the smallest parts stay well below it.
    static let decodingLimit = 8 << 20

    /// A coder; it keeps nothing, so any number of them are alike.
    public init() {}

    /// The event that a payload holds, with its kind's rules checked; unknown where this program is too old for it.
    public func decode(kind: UInt16, schemaVersion: UInt16, payload: [UInt8]) -> DecodedPayload {
        guard let known = EventKind(rawValue: kind), (1...known.schemaVersion).contains(schemaVersion) else {
            return .unknown(kind: kind, schemaVersion: schemaVersion)
        }
        do {
            let event = try payload.withUnsafeBufferPointer { bytes throws(MalformedMessage) in
                try SurveyEvent(known, from: PayloadReader(bytes: bytes, arena: Arena(limit: Self.decodingLimit)))
            }
            try event.validate()
            return .event(event)
        } catch let error as MalformedMessage {
            return .malformed(reason: error.reason)
        } catch {
            return .malformed(reason: "\(error)")
        }
    }

    /// The payload of an event in its kind's current version; the event's rules are the caller's to check first.
    public func encode(_ event: SurveyEvent) -> [UInt8] {
        switch event {
        case .projectCreated(let event): event.packed()
        case .projectRenamed(let event): event.packed()
        case .floorAdded(let event): event.packed()
        case .floorRenamed(let event): event.packed()
        case .floorRemoved(let event): event.packed()
        case .floorPlanAttached(let event): event.packed()
        case .floorCalibrated(let event): event.packed()
        case .trackDrawn(let event): event.packed()
        case .trackRedrawn(let event): event.packed()
        case .trackErased(let event): event.packed()
        case .connectorAdded(let event): event.packed()
        case .connectorRemoved(let event): event.packed()
        case .slotCreated(let event): event.packed()
        case .slotMoved(let event): event.packed()
        case .beaconRegistered(let event): event.packed()
        case .beaconReplaced(let event): event.packed()
        case .beaconReconfigured(let event): event.packed()
        case .batteryReplaced(let event): event.packed()
        case .beaconRetired(let event): event.packed()
        case .beaconsSwapped(let event): event.packed()
        case .replacementReverted(let event): event.packed()
        case .offsetVerified(let event): event.packed()
        case .conflictResolved(let event): event.packed()
        case .walkStarted(let event): event.packed()
        case .walkPaused(let event): event.packed()
        case .walkResumed(let event): event.packed()
        case .walkCompleted(let event): event.packed()
        case .walkAbandoned(let event): event.packed()
        case .beaconObserved(let event): event.packed()
        case .scanSampled(let event): event.packed()
        case .placeAdded(let event): event.packed()
        case .placeEdited(let event): event.packed()
        case .placeRemoved(let event): event.packed()
        case .placeProposed(let event): event.packed()
        case .placeApproved(let event): event.packed()
        case .placeRejected(let event): event.packed()
        case .spotAdded(let event): event.packed()
        case .spotRemoved(let event): event.packed()
        case .regionDefined(let event): event.packed()
        case .regionRemoved(let event): event.packed()
        case .scanPolicySet(let event): event.packed()
        case .identityPolicySet(let event): event.packed()
        }
    }
}

/// A payload's bytes, and the memory to unpack them into.
private struct PayloadReader: ~Copyable {
    let bytes: UnsafeBufferPointer<UInt8>
    let arena: Arena

    func read<Payload: Message>() throws(MalformedMessage) -> Payload {
        try Payload(unpacking: bytes, in: arena)
    }
}

extension SurveyEvent {
    /// Reads the payload of a kind; its rules are not checked yet.
    fileprivate init(_ kind: EventKind, from reader: borrowing PayloadReader) throws(MalformedMessage) {
        switch kind {
        case .projectCreated: self = .projectCreated(try reader.read())
        case .projectRenamed: self = .projectRenamed(try reader.read())
        case .floorAdded: self = .floorAdded(try reader.read())
        case .floorRenamed: self = .floorRenamed(try reader.read())
        case .floorRemoved: self = .floorRemoved(try reader.read())
        case .floorPlanAttached: self = .floorPlanAttached(try reader.read())
        case .floorCalibrated: self = .floorCalibrated(try reader.read())
        case .trackDrawn: self = .trackDrawn(try reader.read())
        case .trackRedrawn: self = .trackRedrawn(try reader.read())
        case .trackErased: self = .trackErased(try reader.read())
        case .connectorAdded: self = .connectorAdded(try reader.read())
        case .connectorRemoved: self = .connectorRemoved(try reader.read())
        case .slotCreated: self = .slotCreated(try reader.read())
        case .slotMoved: self = .slotMoved(try reader.read())
        case .beaconRegistered: self = .beaconRegistered(try reader.read())
        case .beaconReplaced: self = .beaconReplaced(try reader.read())
        case .beaconReconfigured: self = .beaconReconfigured(try reader.read())
        case .batteryReplaced: self = .batteryReplaced(try reader.read())
        case .beaconRetired: self = .beaconRetired(try reader.read())
        case .beaconsSwapped: self = .beaconsSwapped(try reader.read())
        case .replacementReverted: self = .replacementReverted(try reader.read())
        case .offsetVerified: self = .offsetVerified(try reader.read())
        case .conflictResolved: self = .conflictResolved(try reader.read())
        case .walkStarted: self = .walkStarted(try reader.read())
        case .walkPaused: self = .walkPaused(try reader.read())
        case .walkResumed: self = .walkResumed(try reader.read())
        case .walkCompleted: self = .walkCompleted(try reader.read())
        case .walkAbandoned: self = .walkAbandoned(try reader.read())
        case .beaconObserved: self = .beaconObserved(try reader.read())
        case .scanSampled: self = .scanSampled(try reader.read())
        case .placeAdded: self = .placeAdded(try reader.read())
        case .placeEdited: self = .placeEdited(try reader.read())
        case .placeRemoved: self = .placeRemoved(try reader.read())
        case .placeProposed: self = .placeProposed(try reader.read())
        case .placeApproved: self = .placeApproved(try reader.read())
        case .placeRejected: self = .placeRejected(try reader.read())
        case .spotAdded: self = .spotAdded(try reader.read())
        case .spotRemoved: self = .spotRemoved(try reader.read())
        case .regionDefined: self = .regionDefined(try reader.read())
        case .regionRemoved: self = .regionRemoved(try reader.read())
        case .scanPolicySet: self = .scanPolicySet(try reader.read())
        case .identityPolicySet: self = .identityPolicySet(try reader.read())
        }
    }
}
