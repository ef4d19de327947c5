import Agent
import Crypto
import EdgeLog
import Fingerprints
import Foundation
import Survey
import TestSupport
import Testing
import Wire

@Suite("Scans that no server has dated")
struct ScanDatesTests {
    @Test("are dated by the time since the boot, whatever the wall clock said when they were written")
    func wrongClock() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pharos-dates-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let agent = try LocalAgent(creating: folder, project: ProjectID(high: 9, low: 9))
        let environment = EdgeLog.Environment(hashing: SHA256(), coding: PayloadCoder(), clock: ClockOf1980())
        let begun = SystemClock().now().wallClock
        try EdgeLog(opening: Installation(at: folder), environment).append(.scanSampled(try scan()))
        try agent.log.append(.scanSampled(try scan()))

        var dates: [Timestamp] = []
        try agent.forEachScan { dates.append($1.commitment.occurredAt) }
        try #require(dates.count == 2)
        for date in dates { #expect((-5_000...60_000).contains(date.milliseconds - begun.milliseconds)) }
        let hung = AssignmentSpan(
            slot: SlotID(high: 1, low: 1),
            assignment: AssignmentID(high: 1, low: 1),
            identity: .iBeacon(7),
            from: begun.advanced(byMilliseconds: -5_000)
        )
        let index = FingerprintIndex(try agent.scanLedger(), under: Interpretation(spans: [hung]))
        #expect(index.scanCount == 2 && index.strayReadings == 0, "both were heard after the beacon was hung")
    }

    private func scan() throws -> ScanSampled {
        ScanSampled(
            walk: WalkID(high: 1, low: 1),
            floor: FloorID(high: 2, low: 2),
            point: Point(x: 1, y: 2),
            window: 1_000,
            readings: [Reading(identity: .iBeacon(7), rssi: try #require(RSSI(dBm: -60)))]
        )
    }
}

/// The machine's clocks, but for a wall clock that says 1980.
private struct ClockOf1980: AgentClock {
    func now() -> Moment {
        let now = SystemClock().now()
        return Moment(
            wallClock: Timestamp(milliseconds: 315_532_800_000),
            boot: now.boot,
            sinceBoot: now.sinceBoot
        )
    }
}
