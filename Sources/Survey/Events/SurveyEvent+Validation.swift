/// Why a payload breaks its kind's rules.
public struct ValidationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The field that is wrong, as the schema names it.
    public let field: String
    public let reason: String

    public init(field: String, reason: String) {
        self.field = field
        self.reason = reason
    }

    public var description: String { "\(field) \(reason)" }
}

extension SurveyEvent {
    /// Checks what can be judged without knowing any other event.
    ///
    /// - Throws: ``ValidationError`` that names the first field found wrong.
    public func validate() throws(ValidationError) {
        switch self {
        case .projectCreated(let event): try check(name: event.name)
        case .projectRenamed(let event): try check(name: event.name)
        case .floorAdded(let event): try check(name: event.name)
        case .floorRenamed(let event): try check(name: event.name)
        case .floorPlanAttached(let event): try event.validate()
        case .floorCalibrated(let event): try event.validate()
        case .trackDrawn(let event):
            try check(name: event.name)
            try check(polyline: event.points)
        case .trackRedrawn(let event):
            try check(name: event.name)
            try check(polyline: event.points)
        case .connectorAdded(let event): try event.validate()
        case .slotCreated(let event):
            try check(name: event.label, field: "label")
            try event.position?.validate()
        case .slotMoved(let event):
            try event.position?.validate()
            try event.effectiveAge.validate()
        case .beaconRegistered(let event):
            try event.identity.validate()
            try event.radio.validate()
            try event.effectiveAge.validate()
        case .beaconReplaced(let event):
            try event.identity.validate()
            try event.radio.validate()
            try event.effectiveAge.validate()
            try require(event.assignment != event.replaced, "replaced", "is the new assignment itself.")
        case .beaconReconfigured(let event):
            try event.identity.validate()
            try event.radio.validate()
            try require(event.assignment != event.newAssignment, "newAssignment", "is the old assignment.")
        case .beaconRetired(let event): try event.effectiveAge.validate()
        case .beaconsSwapped(let event): try event.validate()
        case .offsetVerified(let event): try event.validate()
        case .conflictResolved(let event):
            try require(!event.losers.contains { $0.assignment == event.winner }, "losers", "name the winner.")
        case .walkStarted(let event):
            if let speed = event.speed { try require((0.1...5).contains(speed), "speed", "must be 0.1–5 m/s.") }
        case .beaconObserved(let event):
            try event.identity.validate()
            if let temperature = event.temperature {
                try require((-128...128).contains(temperature), "temperature", "must be −128…128 °C.")
            }
        case .scanSampled(let event): try event.validate()
        case .placeAdded(let event): try event.content.validate()
        case .placeEdited(let event): try event.content.validate()
        case .placeProposed(let event): try event.content.validate()
        case .spotAdded(let event): try check(point: event.point)
        case .regionDefined(let event):
            try check(name: event.name)
            try require(event.minor == nil || event.major != nil, "minor", "needs a major.")
        case .scanPolicySet(let event): try event.validate()
        case .floorRemoved, .trackErased, .connectorRemoved, .batteryReplaced, .replacementReverted, .walkPaused,
            .walkResumed, .walkCompleted, .walkAbandoned, .placeRemoved, .placeApproved, .placeRejected, .spotRemoved,
            .regionRemoved, .identityPolicySet:
            break
        }
    }
}

/// Throws unless `condition` holds.
private func require(_ condition: Bool, _ field: String, _ reason: String) throws(ValidationError) {
    if !condition { throw ValidationError(field: field, reason: reason) }
}

private func check(name: String, field: String = "name") throws(ValidationError) {
    try require((1...200).contains(name.count), field, "must have 1–200 characters.")
}

private func check(point: Point) throws(ValidationError) {
    try require(point.isPlausible, "point", "must lie within 100 km of the floor's origin.")
}

private func check(polyline points: [Point]) throws(ValidationError) {
    for point in points { try check(point: point) }
    try require(Set(points).count >= 2, "points", "must be at least two distinct ones.")
}

private func check(latitude: Double, longitude: Double) throws(ValidationError) {
    try require((-90...90).contains(latitude), "latitude", "must be −90…90 degrees.")
    try require((-180...180).contains(longitude), "longitude", "must be −180…180 degrees.")
}

extension FloorPlanAttached {
    /// The largest plan, in bytes.
    public static let maximumByteCount: UInt64 = 64 << 20
    /// The largest plan, in pixels.
    public static let maximumPixelCount: UInt64 = 40_000_000

    fileprivate func validate() throws(ValidationError) {
        try require(mediaType == .png, "mediaType", "must be PNG.")
        try require((1...Self.maximumByteCount).contains(byteCount), "byteCount", "must be 1 byte to 64 MiB.")
        try require(width > 0 && height > 0, "width", "and height must be at least 1 px.")
        try require(UInt64(width) * UInt64(height) <= Self.maximumPixelCount, "width", "× height is over 40 Mpx.")
    }
}

extension FloorCalibrated {
    fileprivate func validate() throws(ValidationError) {
        try require((0.000_1...100).contains(metresPerPixel), "metresPerPixel", "must be 0.0001–100.")
        try require(rotation.isFinite, "rotation", "must be a number of degrees.")
        if let anchor {
            try check(latitude: anchor.latitude, longitude: anchor.longitude)
            try require(anchor.northAngle.isFinite, "northAngle", "must be a number of degrees.")
            try check(point: anchor.origin)
        }
        if let carryOver {
            try require((1e-6...1e6).contains(carryOver.scale), "carryOver.scale", "must be 0.000001–1,000,000.")
            try require(carryOver.rotation.isFinite, "carryOver.rotation", "must be a number of degrees.")
            try check(point: Point(x: carryOver.dx, y: carryOver.dy))
        }
    }
}

extension ConnectorAdded {
    fileprivate func validate() throws(ValidationError) {
        for landing in landings { try check(point: landing.point) }
        try require(Set(landings.map(\.floor)).count >= 2, "landings", "must lie on at least two floors.")
        try require((0...3_600).contains(cost), "cost", "must be 0–3,600 s.")
    }
}

extension MountPosition {
    fileprivate func validate() throws(ValidationError) {
        try check(point: point)
        if let height { try require((-100...1_000).contains(height), "height", "must be −100…1,000 m.") }
    }
}

extension BeaconIdentity {
    /// Checks that the identity has a canonical form.
    fileprivate func validate() throws(ValidationError) {
        switch frame {
        case .iBeacon, .eddystone, .altBeacon: break
        case .addressOnly: try require(address != nil, "identity", "needs an address where there is no frame.")
        case .name(let name):
            try check(name: name, field: "identity")
            try require(address == nil, "identity", "cannot have both a name and an address.")
        }
    }
}

extension EffectiveAge {
    fileprivate func validate() throws(ValidationError) {
        if case .milliseconds(let age) = self { try require(age >= 0, "effectiveAge", "must not be negative.") }
    }
}

extension RadioSettings {
    fileprivate func validate() throws(ValidationError) {
        if let measuredPower {
            try require((-100 ... -20).contains(measuredPower), "measuredPower", "must be −100…−20 dBm.")
        }
        if let transmitPower { try require((-40...20).contains(transmitPower), "transmitPower", "must be −40…20 dBm.") }
        if let advertisingInterval {
            try require((20...60_000).contains(advertisingInterval), "advertisingInterval", "must be 20–60,000 ms.")
        }
    }
}

extension BeaconsSwapped {
    fileprivate func validate() throws(ValidationError) {
        try require(slotA != slotB, "slotB", "is slotA.")
        let assignments = [assignmentA, assignmentB, newAssignmentA, newAssignmentB]
        try require(Set(assignments).count == 4, "assignments", "must be four different ones.")
        try effectiveAge.validate()
    }
}

extension OffsetVerified {
    fileprivate func validate() throws(ValidationError) {
        try require((-40...40).contains(offset), "offset", "must be −40…40 dB.")
        try require((0...100).contains(confidence), "confidence", "must be 0–100 dB.")
        try require((0...100).contains(deviation), "deviation", "must be 0–100 dB.")
        try require((-1...1).contains(correlation), "correlation", "must be −1…1.")
    }
}

extension ScanSampled {
    /// The most readings one scan may have.
    public static let maximumReadings = 1_000

    fileprivate func validate() throws(ValidationError) {
        try check(point: point)
        if let distanceAlong {
            try require((0...1_000_000).contains(distanceAlong), "distanceAlong", "must be 0–1,000,000 m.")
        }
        if let heading { try require((0...360).contains(heading), "heading", "must be 0–360 degrees.") }
        try require((1...600_000).contains(window), "window", "must be 1–600,000 ms.")
        try Self.validate(readingCount: readings.count)
        for reading in readings {
            try reading.identity.validate()
            try require(reading.packets >= 1, "packets", "must be at least 1.")
        }
    }

    /// Checks how many readings a scan has.
    public static func validate(readingCount: Int) throws(ValidationError) {
        try require(readingCount <= maximumReadings, "readings", "must be at most \(maximumReadings).")
    }
}

extension PlaceContent {
    fileprivate func validate() throws(ValidationError) {
        try check(name: title, field: "title")
        try require(text.utf8.count <= 32_768, "text", "must be at most 32,768 bytes.")
        try require(pictures.count <= 64, "pictures", "must be at most 64.")
        for picture in pictures {
            let limit = FloorPlanAttached.maximumByteCount
            try require((1...limit).contains(picture.byteCount), "pictures", "must be 1 byte to 64 MiB each.")
        }
        switch location {
        case .point(_, let point): try check(point: point)
        case .slot: break
        case .geographic(let latitude, let longitude): try check(latitude: latitude, longitude: longitude)
        }
    }
}

extension ScanPolicySet {
    fileprivate func validate() throws(ValidationError) {
        if let from, let to { try require(from < to, "to", "must be later than from.") }
        if let geofence {
            try check(latitude: geofence.latitude, longitude: geofence.longitude)
            try require((1...1_000_000).contains(geofence.radius), "radius", "must be 1–1,000,000 m.")
        }
    }
}
