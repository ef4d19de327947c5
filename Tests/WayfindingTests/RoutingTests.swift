import Survey
import TestSupport
import Testing

@testable import Wayfinding

@Suite("Routes along drawn tracks")
struct RoutingTests {
    private static let ground = FloorID(high: 0, low: 1)
    private static let upper = FloorID(high: 0, low: 2)
    private static let ordinals: [FloorID: Int32] = [ground: 0, upper: 1]

    private static func track(_ number: UInt64, on floor: FloorID = ground, _ points: (Double, Double)...)
        -> TrackCourse
    {
        TrackCourse(
            track: TrackID(high: 0, low: number),
            floor: floor,
            name: "\(number)",
            points: points.map { Point(x: $0.0, y: $0.1) }
        )
    }

    private static func connector(
        _ number: UInt64,
        _ kind: ConnectorKind,
        at x: Double,
        cost: Double,
        isStepFree: Bool
    ) -> ConnectorAdded {
        ConnectorAdded(
            connector: ConnectorID(high: 0, low: number),
            kind: kind,
            landings: [ground, upper].map { Landing(floor: $0, point: Point(x: x, y: 0)) },
            cost: cost,
            isStepFree: isStepFree
        )
    }

    private static func place(_ x: Double, _ y: Double, on floor: FloorID = ground) -> Location {
        Location(floor: floor, point: Point(x: x, y: y))
    }

    private static func graph(_ tracks: TrackCourse..., connectors: [ConnectorAdded] = []) -> TrackGraph {
        TrackGraph(ordinals: ordinals, tracks: tracks, connectors: connectors)
    }

    @Test("a route starts and ends at the nearest points of tracks, and runs along them")
    func alongTracks() throws {
        let graph = Self.graph(Self.track(1, (0, 0), (10, 0), (10, 10)))
        let route = try graph.route(from: Self.place(2, 1), to: Self.place(12, 6))
        #expect(route.length == 14)
        #expect(route.start.distance == 1)
        #expect(route.goal.distance == 2)
        let points = [Point(x: 2, y: 0), Point(x: 10, y: 0), Point(x: 10, y: 6)]
        #expect(route.legs == [.walk(floor: Self.ground, points: points, length: 14)])
        #expect(route.instructions == [.go(meters: 8), .turn(.right), .go(meters: 6), .arrive])
    }

    @Test("both ends on one straight piece need no corner")
    func onePiece() throws {
        let graph = Self.graph(Self.track(1, (0, 0), (10, 0)))
        let route = try graph.route(from: Self.place(8, 3), to: Self.place(1, -2))
        #expect(route.length == 7)
        #expect(route.instructions == [.go(meters: 7), .arrive])
        let nowhere = try graph.route(from: Self.place(8, 3), to: Self.place(8, -3))
        #expect(nowhere.length == 0)
        #expect(nowhere.instructions == [.arrive])
    }

    @Test("tracks that cross are joined where they cross")
    func crossing() throws {
        let graph = Self.graph(Self.track(1, (0, 5), (10, 5)), Self.track(2, (5, 0), (5, 10)))
        let route = try graph.route(from: Self.place(0, 5), to: Self.place(5, 0))
        #expect(route.length == 10)
        #expect(route.instructions == [.go(meters: 5), .turn(.left), .go(meters: 5), .arrive])
    }

    @Test("a track that ends within half a metre of another is joined to it, one farther off is not")
    func tolerance() throws {
        let near = Self.graph(Self.track(1, (0, 0), (10, 0)), Self.track(2, (5, 0.5), (5, 9)))
        #expect(try near.route(from: Self.place(0, 0), to: Self.place(5, 9)).length == 14)
        let far = Self.graph(Self.track(1, (0, 0), (10, 0)), Self.track(2, (5, 0.51), (5, 9)))
        #expect(throws: NoRoute.unreachable(isStepFree: false)) {
            try far.route(from: Self.place(0, 0), to: Self.place(5, 9))
        }
    }

    @Test("tracks drawn over each other, or end to end, are one way")
    func overlapping() throws {
        let over = Self.graph(Self.track(1, (0, 0), (10, 0)), Self.track(2, (6, 0), (20, 0)))
        #expect(try over.route(from: Self.place(0, 0), to: Self.place(20, 0)).length == 20)
        let endToEnd = Self.graph(Self.track(1, (0, 0), (10, 0)), Self.track(2, (10, 0), (10, 7)))
        #expect(try endToEnd.route(from: Self.place(0, 0), to: Self.place(10, 7)).length == 17)
    }

    @Test("a track on another floor does not cross")
    func floorsApart() {
        let graph = Self.graph(
            Self.track(1, (0, 5), (10, 5)),
            Self.track(2, on: Self.upper, (5, 0), (5, 10))
        )
        #expect(throws: NoRoute.unreachable(isStepFree: false)) {
            try graph.route(from: Self.place(0, 5), to: Self.place(5, 0, on: Self.upper))
        }
    }

    @Test("a floor without tracks has no route")
    func noTracks() {
        let graph = Self.graph(Self.track(1, (0, 5), (10, 5)))
        #expect(throws: NoRoute.noTrack(Self.upper)) {
            try graph.route(from: Self.place(0, 5), to: Self.place(5, 0, on: Self.upper))
        }
    }

    @Test("the quicker of stairs and lift is taken, and never stairs where steps are to be avoided")
    func connectors() throws {
        let stairs = Self.connector(1, .stairs, at: 2, cost: 15, isStepFree: false)
        let lift = Self.connector(2, .lift, at: 30, cost: 40, isStepFree: true)
        let graph = TrackGraph(
            ordinals: Self.ordinals,
            tracks: [
                Self.track(1, (0, 0), (40, 0)),
                Self.track(2, on: Self.upper, (0, 0), (40, 0)),
            ],
            connectors: [stairs, lift]
        )
        let (start, goal) = (Self.place(0, 0), Self.place(4, 0, on: Self.upper))
        let quick = try graph.route(from: start, to: goal)
        #expect(quick.length == 4)
        #expect(quick.duration == 4 / 1.2 + 15)
        #expect(quick.instructions == [.go(meters: 2), .take(.stairs, to: Self.upper), .go(meters: 2), .arrive])
        let stepFree = try graph.route(from: start, to: goal, preferring: RoutePreference(isStepFree: true))
        #expect(stepFree.length == 56)
        #expect(stepFree.legs.contains(.take(lift.connector, .lift, from: Self.ground, to: Self.upper, seconds: 40)))
        let stairsAlone = TrackGraph(
            ordinals: Self.ordinals,
            tracks: [Self.track(1, (0, 0), (40, 0)), Self.track(2, on: Self.upper, (0, 0), (40, 0))],
            connectors: [stairs]
        )
        #expect(throws: NoRoute.unreachable(isStepFree: true)) {
            try stairsAlone.route(from: start, to: goal, preferring: RoutePreference(isStepFree: true))
        }
    }

    @Test("a landing too far from any track leads nowhere")
    func farLanding() {
        let lift = Self.connector(1, .lift, at: 60, cost: 10, isStepFree: true)
        let graph = TrackGraph(
            ordinals: Self.ordinals,
            tracks: [Self.track(1, (0, 0), (40, 0)), Self.track(2, on: Self.upper, (0, 0), (40, 0))],
            connectors: [lift]
        )
        #expect(throws: NoRoute.self) { try graph.route(from: Self.place(0, 0), to: Self.place(0, 0, on: Self.upper)) }
    }

    @Test(
        "turns are told as a walker feels them",
        arguments: [
            (5.0, -2.0, Instruction.Turn?.none), (10, -8, .slightlyLeft), (0, -10, .left), (0, 10, .right),
            (10, 8, .slightlyRight), (-10, 1, .around),
        ]
    )
    func turns(x: Double, y: Double, turn: Instruction.Turn?) throws {
        // A detour-free bend: walk to (10, 0), then on in the given direction.
        let scale = turn == nil ? 4.0 : 1.0
        let graph = Self.graph(Self.track(1, (0, 0), (10, 0), (10 + x * scale, (turn == nil ? -1 : y) * scale)))
        let route = try graph.route(
            from: Self.place(0, 0),
            to: Self.place(10 + x * scale, (turn == nil ? -1 : y) * scale)
        )
        let turns = route.instructions.compactMap { if case .turn(let turn) = $0 { turn } else { nil } }
        #expect(turns == (turn.map { [$0] } ?? []))
    }

    @Test("in a grid of streets the shortest way is as long as the streets say", arguments: Seed.forThisRun(100))
    func grid(seed: Seed) throws {
        var random = SeededGenerator(seed)
        let streets = (0...6).flatMap { line -> [TrackCourse] in
            let at = Double(line) * 5
            return [
                Self.track(UInt64(line), (0, at), (30, at)),
                Self.track(UInt64(line) + 100, (at, 0), (at, 30)),
            ]
        }
        let graph = TrackGraph(ordinals: Self.ordinals, tracks: streets.shuffled(using: &random), connectors: [])
        func corner() -> (x: Double, y: Double) {
            (Double(Int.random(in: 0...6, using: &random)) * 5, Double(Int.random(in: 0...6, using: &random)) * 5)
        }
        let (from, to) = (corner(), corner())
        let route = try graph.route(from: Self.place(from.x, from.y), to: Self.place(to.x, to.y))
        #expect((route.length - (to.x - from.x).magnitude - (to.y - from.y).magnitude).magnitude < 1e-9)
    }

    @Test("the way back is as long, and the legs add up to the length", arguments: Seed.forThisRun(200))
    func symmetry(seed: Seed) throws {
        var random = SeededGenerator(seed)
        func coordinate() -> Double { .random(in: 0...30, using: &random) }
        let tracks = (0..<8).map { number in
            Self.track(
                UInt64(number),
                (coordinate(), coordinate()),
                (coordinate(), coordinate()),
                (coordinate(), coordinate())
            )
        }
        let graph = TrackGraph(ordinals: Self.ordinals, tracks: tracks, connectors: [])
        let (start, goal) = (Self.place(coordinate(), coordinate()), Self.place(coordinate(), coordinate()))
        // Random tracks need not meet; then the way back does not exist either.
        guard let there = try? graph.route(from: start, to: goal) else {
            #expect(throws: NoRoute.self) { try graph.route(from: goal, to: start) }
            return
        }
        let back = try graph.route(from: goal, to: start)
        #expect((there.length - back.length).magnitude < 1e-6)
        let direct = there.start.location.point.distance(to: there.goal.location.point)
        #expect(there.length >= direct - 1e-9)
        var sum = 0.0
        for case .walk(_, let points, let length) in there.legs {
            let drawn = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
            #expect((drawn - length).magnitude < 1e-6)
            for point in points {
                let nearest = try #require(graph.nearest(to: Location(floor: Self.ground, point: point)))
                #expect(nearest.distance <= TrackGraph.tolerance)
            }
            sum += length
        }
        #expect((sum - there.length).magnitude < 1e-9)
    }
}
