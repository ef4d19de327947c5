import Survey

extension SampleVenue {
    /// What visitors hear who stand near the tracks, each with a device of another gain.
    ///
    /// The same seed puts the same visitors in the same places, whatever hangs in the hall: so one can tell what a change
    /// of beacons does. The radio's noise should be that of live scans, 3 dB.
    public func visitors(_ count: Int, in radio: SimulatedRadio, seed: UInt64) -> [SimulatedSample] {
        (0..<count).map { index in
            var random = SeededRandom(seed: seed, thing: UInt64(index))
            let track = tracks[Int.random(in: tracks.indices, using: &random)]
            let direction = Bool.random(using: &random) ? track : track.reversed
            let (middle, heading) = direction.position(at: .random(in: 0...track.length, using: &random))
            let point = Point(
                x: min(max(middle.x + random.normal(deviation: 0.7), 0), Self.size.width),
                y: min(max(middle.y + random.normal(deviation: 0.7), 0), Self.size.height)
            )
            let gain = random.normal(deviation: 4)
            let readings = radio.scan(at: point, heading: heading, gain: gain, using: &random)
            return SimulatedSample(distanceAlong: nil, point: point, heading: heading, readings: readings)
        }
    }
}
