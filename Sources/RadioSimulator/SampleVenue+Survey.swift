import Pictures
public import Survey

extension SampleVenue {
    /// The hall's floor plan as a PNG file.
    public static var plan: [UInt8] { bitmap.png }

    /// Metres per pixel of the plan.
    public static let metresPerPixel = 0.1

    /// What the events of the hall call things: drawn from the project's id, so that agents who survey a part each, before
    /// they have synced, mean the same floor.
    public struct Identifiers: Sendable {
        private let project: ProjectID

        public init(project: ProjectID) { self.project = project }

        public var floor: FloorID { draw(0) }

        func track(_ index: Int) -> TrackID { draw(1_000 + UInt64(index)) }
        func slot(_ index: Int) -> SlotID { draw(2_000 + UInt64(index)) }
        func assignment(_ index: Int) -> AssignmentID { draw(3_000 + UInt64(index)) }
        func walk(_ index: Int, pass: Int) -> WalkID { draw(4_000 + UInt64(index * 2 + pass)) }

        private func draw<Subject>(_ thing: UInt64) -> Identifier<Subject> {
            var random = SeededRandom(seed: project.high ^ project.low, thing: thing)
            return .random(using: &random)
        }
    }

    /// The events that make the hall: floor, plan, scale, tracks, slots, beacons.
    ///
    /// `plan` is the digest of the plan's file.
    public func structure(ids: Identifiers, plan: Digest) -> [SurveyEvent] {
        let floor = ids.floor
        let picture = Self.bitmap
        let attached = FloorPlanAttached(
            floor: floor,
            blob: plan,
            byteCount: UInt64(picture.png.count),
            mediaType: .png,
            width: UInt32(picture.width),
            height: UInt32(picture.height)
        )
        var events: [SurveyEvent] = [
            .floorAdded(FloorAdded(floor: floor, name: "hall", ordinal: 0)),
            .floorPlanAttached(attached),
            .floorCalibrated(
                FloorCalibrated(
                    floor: floor,
                    metresPerPixel: Self.metresPerPixel,
                    // Who surveys a part without having seen this means the same metres.
                    carryOver: Similarity(scale: 1, rotation: 0, dx: 0, dy: 0)
                )
            ),
        ]
        for (index, track) in tracks.enumerated() {
            let id = ids.track(index)
            events.append(.trackDrawn(TrackDrawn(track: id, floor: floor, name: track.name, points: track.points)))
        }
        for (index, slot) in slots.enumerated() {
            let position = MountPosition(point: slot.beacon.point, height: slot.beacon.height)
            let id = ids.slot(index)
            events.append(
                .slotCreated(SlotCreated(slot: id, label: slot.label, floor: floor, position: position))
            )
            events.append(
                .beaconRegistered(
                    BeaconRegistered(
                        assignment: ids.assignment(index),
                        slot: id,
                        identity: slot.beacon.identity,
                        radio: RadioSettings(advertisingInterval: 200),
                        effectiveAge: .sinceStart
                    )
                )
            )
        }
        return events
    }

    /// The walks of a surveyor along every `of`-th track from the `part`-th on (from 1), there and back: one batch each.
    public func walks(part: Int = 1, of count: Int = 1, ids: Identifiers, seed: UInt64) -> [[SurveyEvent]] {
        let radio = radio()
        return tracks.indices.filter { $0 % count == part - 1 }.flatMap { index in
            (0..<2).map { pass in
                let track = pass == 0 ? tracks[index] : tracks[index].reversed
                var random = SeededRandom(seed: seed, thing: UInt64(index * 2 + pass))
                let samples = track.walk(in: radio, using: &random)
                return Self.events(samples, length: track.length, index: index, pass: pass, ids: ids)
            }
        }
    }

    private static func events(
        _ samples: [SimulatedSample],
        length: Double,
        index: Int,
        pass: Int,
        ids: Identifiers
    ) -> [SurveyEvent] {
        let walk = ids.walk(index, pass: pass)
        let track = ids.track(index)
        let scans = samples.map { sample -> SurveyEvent in
            // On the way back the track's own distance is what is left to its start.
            let distance = sample.distanceAlong.map { pass == 0 ? $0 : length - $0 }
            return .scanSampled(
                ScanSampled(
                    walk: walk,
                    track: track,
                    distanceAlong: distance,
                    floor: ids.floor,
                    point: sample.point,
                    heading: sample.heading,
                    window: 1_000,
                    readings: sample.readings
                )
            )
        }
        let count = UInt32(samples.count)
        return [.walkStarted(WalkStarted(walk: walk, track: track, speed: 1, receiver: "simulated"))] + scans
            + [.walkCompleted(WalkCompleted(walk: walk, cells: count, samples: count))]
    }

    /// The plan: outer walls with a door, and blocks of stands between the tracks.
    private static let bitmap: Bitmap = {
        let scale = 1 / metresPerPixel
        var bitmap = Bitmap(width: Int(size.width * scale), height: Int(size.height * scale))
        func fill(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>) {
            bitmap.fill(
                x: Int(x.lowerBound * scale)..<Int(x.upperBound * scale),
                y: Int(y.lowerBound * scale)..<Int(y.upperBound * scale)
            )
        }
        for y in [0...0.3, 39.7...40] { fill(0...60, y) }
        for x in [0...0.3, 59.7...60] { fill(x, 0...40) }
        for x in [6.0...18, 22...38, 42...54] {
            for y in [6.0...10, 14...18, 22...26, 30...34] { fill(x, y) }
        }
        return bitmap
    }()
}
