import Survey

/// Turns captured or received packets into advertisements, and counts what it saw.
public struct AdvertisementReader: Sendable {
    /// What was read so far.
    public private(set) var tally = ScanTally()
    private var parser = ReportParser()
    private var chains = AirChains()

    public init() {}

    /// The advertisements of a packet, in order; what could not be read is counted by its reason.
    public mutating func read(_ packet: CapturedPacket) -> [Advertisement] {
        tally.packets += 1
        switch packet.content {
        case .hci(let bytes): return readHCI(bytes, at: packet.time)
        case .linkLayer(let bytes, let rssi, let channel):
            guard let pdu = AdvertisingPDU(bytes, rssi: rssi) else { return [] }
            return count(chains.take(pdu, at: packet.time, channel: channel), at: packet.time)
        }
    }

    /// Ends the reading: what a sniffer caught of advertisements whose end was never heard.
    public mutating func finish() -> [Advertisement] { count(chains.finish(), at: nil) }

    private mutating func count(
        _ joined: (heard: [AirChains.Heard], problems: [ReportProblem]),
        at time: Int64?
    ) -> [Advertisement] {
        for problem in joined.problems { tally.count(problem.name) }
        return joined.heard.map { advertisement($0.report, $0.data, at: time) }
    }

    /// Counts what another program has read: one packet with some reports.
    public mutating func note(reports: Int) {
        tally.packets += 1
        tally.reports += reports
    }

    /// Counts what was wrong with a capture file.
    public mutating func note(_ problem: CaptureProblem) { tally.count(problem.name) }

    /// Commands and data are no events, and no problem: a capture of an adapter has them all.
    private mutating func readHCI(_ bytes: [UInt8], at time: Int64?) -> [Advertisement] {
        // Commands, data of both kinds and isochronous data.
        guard let indicator = bytes.first, ![0x01, 0x02, 0x03, 0x05].contains(indicator) else { return [] }
        var heard: [(AdvertisingReport, [UInt8])] = []
        let problem = parser.parse(bytes.span) { report, data in
            heard.append((report, data.indices.map { data[$0] }))
        }
        if let problem { tally.count(problem.name) }
        return heard.map { advertisement($0.0, $0.1, at: time) }
    }

    private mutating func advertisement(
        _ report: AdvertisingReport,
        _ data: [UInt8],
        at time: Int64?
    ) -> Advertisement {
        var frames: [BeaconFrame] = []
        if let problem = AdvertisingData.parse(data.span, into: &frames) { tally.count(problem.name) }
        tally.reports += 1
        if report.isExtended { tally.extendedReports += 1 }
        if report.isScanResponse { tally.scanResponses += 1 }
        if report.rssi == nil { tally.reportsWithoutStrength += 1 }
        for frame in frames {
            tally.frames[frame.kind, default: 0] += 1
            if let power = frame.power, !power.isPlausible { tally.implausiblePowers += 1 }
        }
        return Advertisement(timestamp: time, report: report, data: data, frames: frames)
    }
}
