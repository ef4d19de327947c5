public import Survey

/// The frames that coordinates of one floor were written in, and how each is carried over to the current one.
///
/// Each calibration begins a frame. A coordinate is in the frame that its author knew: the latest calibration it had
/// seen. Calibrations whose authors did not know each other branch off the same frame, so the frames form a tree; the
/// current one is that of the latest calibration.
public struct FloorFrames: Hashable, Sendable {
    /// Names a frame: the hash of the calibration that began it, or ``uncalibrated``.
    public typealias FrameID = Digest

    /// The frame before the first calibration: 1 px = 0.05 m.
    public static let uncalibrated = FrameID.zero

    private var frames: [Frame] = []

    /// A floor that nobody calibrated.
    public static let none = FloorFrames()

    private init() {}

    /// Builds the tree from a floor's calibrations, earliest first.
    init(calibrations: [Claim]) {
        for claim in calibrations {
            guard case .floorCalibrated(let event) = claim.content else { continue }
            let parent = frames.lastIndex { claim.stamp.knew($0.stamp) }
            let base = parent.map { frames[$0] }
            let step = event.carryOver ?? Self.keepingPlan(from: base?.calibration, to: event)
            let fromRoot = (base?.fromRoot ?? .identity).followed(by: step)
            frames.append(Frame(stamp: claim.stamp, calibration: event, parent: parent, step: step, fromRoot: fromRoot))
        }
        carryOver()
    }

    /// The frame that coordinates are read in now.
    public var current: FrameID { frames.last?.stamp.event ?? Self.uncalibrated }

    /// The frame that the author of an act knew.
    public func frame(knownBy author: Stamp) -> FrameID {
        frames.last { author.knew($0.stamp) }?.stamp.event ?? Self.uncalibrated
    }

    /// How a frame's coordinates are carried over to the current one; nil for a frame of no calibration here.
    public func carryOver(from frame: FrameID) -> Similarity? {
        if let known = frames.last(where: { $0.stamp.event == frame }) { return known.toCurrent }
        return frame == Self.uncalibrated ? rootToCurrent : nil
    }

    /// How what an author wrote is carried over to the current frame.
    public func carryOver(knownBy author: Stamp) -> Similarity {
        if frames.isEmpty { return .identity }
        return frames.last { author.knew($0.stamp) }?.toCurrent ?? rootToCurrent
    }

    /// A point that an author wrote, in the current frame.
    public func current(_ point: Point, by author: Stamp) -> Point {
        carryOver(knownBy: author).image(of: point)
    }

    private var rootToCurrent: Similarity = .identity

    /// Walks from the current frame up to the root, then hangs the other branches on.
    private mutating func carryOver() {
        guard let last = frames.indices.last else { return }
        var reached = Set<Int>()
        var map = Similarity.identity
        var index: Int? = last
        while let here = index {
            frames[here].toCurrent = map
            reached.insert(here)
            map = frames[here].step.followed(by: map)
            index = frames[here].parent
        }
        rootToCurrent = map
        for here in frames.indices where !reached.contains(here) {
            frames[here].toCurrent = frames[here].fromRoot.inverse.followed(by: rootToCurrent)
        }
    }

    /// The map between two calibrations of the same plan: what was drawn stays on its pixel.
    private static func keepingPlan(from old: FloorCalibrated?, to new: FloorCalibrated) -> Similarity {
        Similarity(
            scale: new.metresPerPixel / (old?.metresPerPixel ?? Floor.uncalibratedScale),
            rotation: Similarity.normalised((old?.rotation ?? 0) - new.rotation),
            dx: 0,
            dy: 0
        )
    }

    private struct Frame: Hashable {
        let stamp: Stamp
        let calibration: FloorCalibrated
        let parent: Int?
        /// From the parent's frame to this one.
        let step: Similarity
        let fromRoot: Similarity
        var toCurrent: Similarity = .identity
    }
}
