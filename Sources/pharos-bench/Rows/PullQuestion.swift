import Agent
import Crypto
import Device
import EdgeLog
import Link
import Survey
import Sync

/// `pull-full`, `pull-current`, `pull-delta`: what a device receives, and how long it takes from dialling to having the
/// release in use: at first, when it is up to date, and after one beacon was replaced.
///
/// The bytes of the first two are all that the session received, TLS's own not counted; those of a replacement are the
/// delta itself.
struct PullQuestion: Question {
    private let full = Row("pull-full", "bytes")
    private let fullTime = Row("pull-full-ms", "ms")
    private let current = Row("pull-current", "bytes")
    private let currentTime = Row("pull-current-ms", "ms")
    private let delta = Row("pull-delta", "bytes", .atMost(200))
    private let deltaTime = Row("pull-delta-ms", "ms")

    var rows: [Row] { [full, fullTime, current, currentTime, delta, deltaTime] }

    func measure(in workshop: Workshop) async throws -> [Figure] {
        let founder = try await Surveyor(founding: "publisher", in: workshop)
        var survey = MadeUpSurvey(points: workshop.sizes.points, scans: 3 * workshop.sizes.points)
        try founder.append(survey.structure(of: founder.project))
        try founder.append(survey.scanCount) { survey.scans($0) }
        try await founder.sync()
        _ = try await founder.publish()
        let device = try await PullingDevice(in: founder.project, workshop)

        var (fulls, currents, deltas): ([PullingDevice.Pull], [PullingDevice.Pull], [PullingDevice.Pull]) = ([], [], [])
        for _ in 0..<repetitions {
            device.forget()
            fulls.append(try await device.pull(.downloaded))
            currents.append(try await device.pull(.current))
        }
        for number in 0..<repetitions {
            let replaced = BeaconReplaced(
                assignment: MadeUpSurvey.assignment(MadeUpSurvey.slots + number),
                slot: MadeUpSurvey.slot(number),
                replaced: MadeUpSurvey.assignment(number),
                identity: MadeUpSurvey.identity(MadeUpSurvey.slots + number),
                mode: .newIdentity
            )
            try founder.append([.beaconReplaced(replaced)])
            _ = try await founder.publish()
            deltas.append(try await device.pull(.changed))
        }
        return [
            Figure(full, median(fulls.map(\.received))), Figure(fullTime, median(fulls.map(\.milliseconds))),
            Figure(current, median(currents.map(\.received))),
            Figure(currentTime, median(currents.map(\.milliseconds))),
            Figure(delta, median(deltas.map(\.payload))), Figure(deltaTime, median(deltas.map(\.milliseconds))),
        ]
    }
}

/// A device in this process, which pulls as `pharos pull` does.
private final class PullingDevice {
    private let workshop: Workshop
    private let membership: Membership
    private let key: SigningKey
    private var cache: ReleaseCache

    /// What a pull cost.
    struct Pull {
        let payload: Double
        let received: Double
        let milliseconds: Double
    }

    init(in project: ProjectID, _ workshop: Workshop) async throws {
        self.workshop = workshop
        let installation = Installation(at: workshop.newPath("device"))
        membership = try await Joining.join(
            try workshop.server().invite("\(project)", "--role", "device"),
            into: installation,
            as: "device",
            on: workshop.loop
        )
        key = try SigningKey(bytes: try installation.key())
        cache = Self.newCache(membership, workshop)
    }

    private static func newCache(_ membership: Membership, _ workshop: Workshop) -> ReleaseCache {
        ReleaseCache(
            at: workshop.newPath("releases"),
            project: membership.project,
            projectKey: membership.projectKey
        )
    }

    /// Begins with an empty cache again.
    func forget() { cache = Self.newCache(membership, workshop) }

    /// Pulls; the newest release has to come in a way that is known before.
    func pull(_ expected: PullOutcome.Kind) async throws -> Pull {
        let begin = ContinuousClock.now
        let link = MeteredLink(
            try await ClientLink.dial(membership.endpoint, pin: membership.pin, on: workshop.loop)
        )
        let outcome = try await DeviceSession(
            over: link,
            as: key,
            in: membership.project,
            filling: cache,
            clock: SystemClock()
        ).run()
        let duration = ContinuousClock.now - begin
        guard outcome.kind == expected else {
            throw BenchError.wrong("a pull is \(expected.rawValue), not \(outcome.kind.rawValue)")
        }
        return Pull(
            payload: Double(outcome.payload),
            received: Double(await link.received),
            milliseconds: duration.inMilliseconds
        )
    }
}

/// A link that remembers what it received beyond its end.
private actor MeteredLink: DeviceLink {
    private let link: ClientLink
    private(set) var received: UInt64 = 0

    init(_ link: ClientLink) { self.link = link }

    func exporterBytes() async throws -> [UInt8] { try await link.exporterBytes() }
    func send(_ messages: [ClientMessage]) async throws { try await link.send(messages) }
    func next() async throws -> [ServerMessage]? { try await link.next() }

    func finish() async {
        if let traffic = await link.traffic { received = traffic.received }
        await link.finish()
    }
}
