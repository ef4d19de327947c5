import Places
import Survey
import TestSupport
import Testing

@Suite("Places")
struct PlacesTests {
    private func near(_ a: Double, _ b: Double, _ tolerance: Double = 1e-6) -> Bool { abs(a - b) < tolerance }

    @Test(
        "bearing and distance follow the great circle",
        arguments: [
            (59.934166, 30.306111, 59.939832, 30.314560, 36.756342, 786.4093),
            (47.2086, 38.9358, 47.2186, 38.9358, 0, 1111.9508),
            (47.2086, 38.9358, 47.2086, 38.9458, 89.996331, 755.3828),
            (0, 179.9, 0, -179.9, 90, 22239.0160),
            (10, 10, 10, 10, 0, 0),
        ]
    )
    func greatCircle(a: Double, b: Double, c: Double, d: Double, bearing: Double, metres: Double) {
        let (from, to) = (Coordinate(latitude: a, longitude: b), Coordinate(latitude: c, longitude: d))
        #expect(near(from.bearing(to: to), bearing))
        #expect(near(from.distance(to: to), metres, 1e-4))
    }

    @Test(
        "the radar puts a place where it lies, turned by the heading, and the far ones on the rim",
        arguments: [
            (0, 250, 0, 60, 30), (90, 250, 0, 90, 60), (180, 500, 0, 60, 120), (270, 125, 0, 45, 60),
            (45, 500, 0, 102.4264, 17.5736), (45, 500, 45, 60, 0), (200, 900, 30, 70.4189, 119.0885),
        ]
    )
    func radar(bearing: Double, distance: Double, heading: Double, x: Double, y: Double) {
        let position = Radar().position(bearing: bearing, distance: distance, heading: heading)
        #expect(near(position.x, x, 1e-4))
        #expect(near(position.y, y, 1e-4))
    }

    @Test("a card's depth grows with distance and its height ignores altitude")
    func scene() {
        let right = ScenePosition(bearing: 90, distance: 500, height: 3)
        #expect(near(right.x, 10.5) && near(right.z, 0) && right.y == 3)
        let oblique = ScenePosition(bearing: 45, distance: 100, height: 0)
        #expect(near(oblique.x, 7.141778) && near(oblique.z, -7.141778))
    }

    private let seven: [(id: String, x: Double, y: Double)] = [
        ("a", 0, 100), ("b", 20, 120), ("c", -40, 110), ("d", 0, 160), ("e", 200, 0), ("f", 290, 0), ("g", 310, 0),
    ]

    @Test("places that crowd together are one cluster, which splits as the viewer comes nearer")
    func clusters() {
        let far = Cluster.grouping(seven, seenFrom: (0, 0), precedes: <)
        #expect(far.map(\.members) == [["a", "c", "b"], ["d"], ["e", "f"], ["g"]])
        #expect(far.map(\.distance) == [100, 160, 200, 310])
        let close = Cluster.grouping(seven, seenFrom: (0, 80), precedes: <)
        #expect(Set(close.map(\.members)) == [["a"], ["b"], ["c"], ["d"], ["e", "f"], ["g"]])
    }

    @Test("every place is in exactly one cluster, whatever the order", arguments: Seed.forThisRun(30))
    func partition(seed: Seed) {
        var random = SeededGenerator(seed)
        let places = (0..<40).map { id in
            (id: id, x: Double.random(in: -500...500, using: &random), y: Double.random(in: -500...500, using: &random))
        }
        let clusters = Cluster.grouping(places, seenFrom: (0, 0), precedes: <)
        #expect(clusters.flatMap(\.members).sorted() == Array(0..<40))
        #expect(Cluster.grouping(places.shuffled(using: &random), seenFrom: (0, 0), precedes: <) == clusters)
    }

    @Test("the augmented view opens at 40 m, closes at 42, and 500 m is the horizon")
    func gates() {
        let gate = Gate()
        #expect(gate.nearness(at: 40) == .augmented)
        #expect(gate.nearness(at: 40.01) == .near)
        #expect(gate.nearness(at: 41.9, previous: .augmented) == .augmented)
        #expect(gate.nearness(at: 42.1, previous: .augmented) == .near)
        #expect(gate.nearness(at: 500) == .near)
        #expect(gate.nearness(at: 500.1) == .far)
    }

    @Test("devices scan on the event's dates within its radius, and nowhere else")
    func scanPolicy() {
        let venue = Coordinate(latitude: 55.75, longitude: 37.62)
        let policy = ScanPolicySet(
            from: Timestamp(milliseconds: 1_000),
            to: Timestamp(milliseconds: 2_000),
            geofence: Geofence(latitude: venue.latitude, longitude: venue.longitude, radius: 3_000)
        )
        func north(_ metres: Double) -> Coordinate {
            Coordinate(latitude: venue.latitude + metres / 111_195.08, longitude: venue.longitude)
        }
        let during = Timestamp(milliseconds: 1_500)
        #expect(policy.reasonNotToScan(at: during, near: north(2_999)) == nil)
        guard case .tooFar = policy.reasonNotToScan(at: during, near: north(3_001)) else {
            Issue.record("3,001 m is outside")
            return
        }
        #expect(policy.reasonNotToScan(at: during, near: nil) == .placeUnknown)
        #expect(policy.reasonNotToScan(at: Timestamp(milliseconds: 999), near: venue) != nil)
        #expect(policy.reasonNotToScan(at: Timestamp(milliseconds: 2_000), near: venue) != nil)
    }

    @Test("a floor's anchor maps a point to Earth and back", arguments: Seed.forThisRun(20))
    func anchor(seed: Seed) {
        var random = SeededGenerator(seed)
        let anchor = GeographicAnchor(
            latitude: Double.random(in: -80...80, using: &random),
            longitude: Double.random(in: -179...179, using: &random),
            northAngle: Double.random(in: 0..<360, using: &random),
            origin: Point(x: 12, y: 30)
        )
        let point = Point(x: Double.random(in: -300...300, using: &random), y: 40)
        let back = anchor.point(at: anchor.coordinate(of: point))
        #expect(near(back.x, point.x) && near(back.y, point.y))
        let metres = anchor.coordinate(of: anchor.origin).distance(to: anchor.coordinate(of: point))
        #expect(near(metres, anchor.origin.distance(to: point), 0.05))
        let bearing = anchor.coordinate(of: anchor.origin).bearing(to: anchor.coordinate(of: point))
        let planar = anchor.origin.bearing(to: point, northAngle: anchor.northAngle)
        #expect(near(bearing, planar, 0.1) || near(abs(bearing - planar), 360, 0.1))
    }
}
