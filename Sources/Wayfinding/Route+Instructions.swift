public import Survey

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

// The one file of this module that uses the C library's mathematics.

/// One thing to do on the way.
public enum Instruction: Hashable, Sendable {
    /// Go so many metres straight on.
    case go(meters: Double)
    /// Turn where you are.
    case turn(Turn)
    /// Take a connector to another floor.
    case take(ConnectorKind, to: FloorID)
    /// You are there.
    case arrive

    /// Which way to turn.
    public enum Turn: Hashable, Sendable {
        case slightlyLeft
        case left
        case slightlyRight
        case right
        case around
    }
}

extension Route {
    /// Degrees between two directions from which on it is a turn.
    static let slightTurn = 20.0
    static let fullTurn = 50.0
    static let turnAround = 150.0

    /// What to do, step by step; bends below 20° are straight on.
    public var instructions: [Instruction] {
        var instructions: [Instruction] = []
        for leg in legs {
            switch leg {
            case .walk(_, let points, _): instructions += Self.instructions(along: points)
            case .take(_, let kind, _, let floor, _): instructions.append(.take(kind, to: floor))
            }
        }
        return instructions + [.arrive]
    }

    private static func instructions(along points: [Point]) -> [Instruction] {
        var instructions: [Instruction] = []
        var straight = 0.0
        var direction: Double?
        for (from, to) in zip(points, points.dropFirst()) where from != to {
            let next = atan2(to.y - from.y, to.x - from.x) * 180 / .pi
            if let direction, let turn = turn(from: direction, to: next) {
                instructions += [.go(meters: straight), .turn(turn)]
                straight = 0
            }
            direction = next
            straight += from.distance(to: to)
        }
        return straight > 0 ? instructions + [.go(meters: straight)] : instructions
    }

    /// The turn between two directions in degrees, clockwise since y points down; nil for straight on.
    private static func turn(from: Double, to: Double) -> Instruction.Turn? {
        var angle = (to - from).truncatingRemainder(dividingBy: 360)
        if angle > 180 { angle -= 360 }
        if angle < -180 { angle += 360 }
        switch angle.magnitude {
        case ..<slightTurn: return nil
        case ..<fullTurn: return angle > 0 ? .slightlyRight : .slightlyLeft
        case ..<turnAround: return angle > 0 ? .right : .left
        default: return .around
        }
    }
}
