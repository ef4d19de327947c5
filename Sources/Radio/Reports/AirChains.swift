import Survey

/// Joins the packets of extended advertisements that a sniffer caught on the air, as a controller would before it reports.
///
/// A packet says when and on which channel the next one comes, and all carry the same data information (Bluetooth Core
/// Specification, Vol 6, Part B, 2.3.4); only those that begin the data name the sender. What a capture does not know,
/// time or channel, is not asked for. Of a chain that breaks, what came is delivered.
struct AirChains: Sendable {
    /// An advertisement and its data.
    typealias Heard = (report: AdvertisingReport, data: [UInt8])

    /// Microseconds that a packet may come earlier or later than was said: sniffers' clocks are those of their hosts.
    private static let tolerance: Int64 = 50_000
    /// Microseconds within which a packet is the very one that was announced.
    private static let precision: Int64 = 500
    /// Microseconds from a request to its response, on the slowest of radios.
    private static let responseTime: Int64 = 5_000
    /// The most advertisements being joined at a time; where one more begins, the oldest breaks.
    private static let maximumOpen = 32
    /// The indexes of the channels on which advertisements begin.
    private static let primaryChannels: ClosedRange<UInt8> = 37...39

    /// An advertisement of which a packet is still to come.
    private struct Open: Sendable {
        var report: AdvertisingReport?
        let dataInfo: UInt16?
        var data: [UInt8]
        /// Whether a packet that begins the data has come, and not only one that points to it.
        let isBegun: Bool
        /// Whether its beginning was missed: what follows belongs to nobody.
        let isHeadless: Bool
        let channel: UInt8
        let expected: Int64?
    }

    private var open: [Open] = []
    private var request: (advertiser: MACAddress, time: Int64?)?

    /// Takes a packet in; `time` in microseconds and the channel's index where they are known.
    mutating func take(
        _ pdu: AdvertisingPDU,
        at time: Int64?,
        channel: UInt8?
    ) -> (heard: [Heard], problems: [ReportProblem]) {
        var (heard, problems) = expire(at: time)
        switch pdu {
        case .legacy(let report, let data): heard.append((report, data))
        case .scanRequest(let advertiser): request = (advertiser, time)
        case .extended(let packet):
            let next = join(packet, at: time, channel)
            heard += next.heard
            problems += next.problems
        }
        return (heard, problems)
    }

    /// Ends the capture: what was left unfinished is delivered as far as it came.
    mutating func finish() -> (heard: [Heard], problems: [ReportProblem]) {
        let left = open
        open.removeAll()
        return Self.broken(left)
    }

    private mutating func join(
        _ packet: ExtendedAdvertisingPDU,
        at time: Int64?,
        _ channel: UInt8?
    ) -> (heard: [Heard], problems: [ReportProblem]) {
        let isResponse = takeRequest(of: packet, at: time)
        let isPointer = packet.pointer != nil && packet.data.isEmpty
        let isPrimary = channel.map(Self.primaryChannels.contains) ?? isPointer
        let before = isPrimary ? nil : predecessor(of: packet, at: time, channel).map { open.remove(at: $0) }
        let isHeadless = before?.isHeadless ?? (!isPrimary && packet.address == nil)
        var problems: [ReportProblem] = before == nil && isHeadless ? [.missedPacket] : []
        let data = (before?.data ?? []) + packet.data
        guard data.count <= ReportParser.maximumDataSize else { return ([], [.chainTooLong]) }
        let known = before.flatMap(\.report)
        let isBegun = before?.isBegun == true
        let report = AdvertisingReport(
            address: known?.address ?? packet.address ?? Self.nobody,
            addressType: known?.addressType ?? (packet.address == nil ? .anonymous : packet.addressType),
            rssi: isBegun ? known?.rssi : packet.rssi,
            isScanResponse: isBegun ? known?.isScanResponse == true : isResponse,
            isExtended: true
        )
        guard let pointer = packet.pointer else {
            return isHeadless || (isPrimary && packet.address == nil) ? ([], problems) : ([(report, data)], problems)
        }
        if isPrimary {
            // The same is said on three channels.
            open.removeAll { !$0.isBegun && $0.dataInfo == packet.dataInfo && $0.report?.address == packet.address }
        }
        var heard: [Heard] = []
        if open.count == Self.maximumOpen {
            let oldest = Self.broken([open.removeFirst()])
            heard = oldest.heard
            problems += oldest.problems
        }
        open.append(
            Open(
                report: isPrimary && packet.address == nil ? nil : report,
                dataInfo: packet.dataInfo ?? before?.dataInfo,
                data: data,
                isBegun: !isPrimary,
                isHeadless: isHeadless,
                channel: pointer.channel,
                expected: time.map { $0.addingReportingOverflow(pointer.delay).partialValue }
            )
        )
        return (heard, problems)
    }

    /// Which open advertisement a packet goes on with: of those that it may, the one that expects it soonest to now.
    private func predecessor(of packet: ExtendedAdvertisingPDU, at time: Int64?, _ channel: UInt8?) -> Int? {
        func distance(_ chain: Open) -> Int64 {
            guard let time, let expected = chain.expected else { return 0 }
            return Int64(clamping: time.subtractingReportingOverflow(expected).partialValue.magnitude)
        }
        return open.indices.filter { index in
            let chain = open[index]
            // Whoever begins names the sender; whoever goes on does not.
            if let address = packet.address, chain.isBegun || (chain.report.map { $0.address != address } ?? false) {
                return false
            }
            if let dataInfo = packet.dataInfo, chain.dataInfo != dataInfo { return false }
            if let channel, chain.channel != channel { return false }
            if packet.address == nil, !chain.isBegun, channel == nil {
                // Is it anonymous, or does it go on with what was missed? Only a good clock tells.
                return time != nil && chain.expected != nil && distance(chain) <= Self.precision
            }
            return distance(chain) <= Self.tolerance
        }
        .min { (distance(open[$0]), -$0) < (distance(open[$1]), -$1) }
    }

    /// Whether a packet answers the request that came just before it.
    private mutating func takeRequest(of packet: ExtendedAdvertisingPDU, at time: Int64?) -> Bool {
        guard let asked = request else { return false }
        request = nil
        guard packet.address == asked.advertiser else { return false }
        guard let time, let then = asked.time else { return true }
        return (0...Self.responseTime).contains(time.subtractingReportingOverflow(then).partialValue)
    }

    /// Gives up on what should have come by now.
    private mutating func expire(at time: Int64?) -> (heard: [Heard], problems: [ReportProblem]) {
        guard let time else { return ([], []) }
        func isLate(_ chain: Open) -> Bool {
            chain.expected.map { time.subtractingReportingOverflow($0).partialValue > Self.tolerance } ?? false
        }
        guard open.contains(where: isLate) else { return ([], []) }
        let late = open.filter(isLate)
        open.removeAll(where: isLate)
        return Self.broken(late)
    }

    /// What is left of advertisements whose next packet was missed: nothing of those that had only been announced.
    private static func broken(_ chains: [Open]) -> (heard: [Heard], problems: [ReportProblem]) {
        var heard: [Heard] = []
        var problems: [ReportProblem] = []
        for chain in chains where chain.isBegun && !chain.isHeadless {
            problems.append(.missedPacket)
            if let report = chain.report { heard.append((report, chain.data)) }
        }
        return (heard, problems)
    }

    /// The address of an anonymous advertisement, as controllers report it.
    private static let nobody: MACAddress = {
        guard let address = MACAddress(value: 0) else { preconditionFailure("Zero is an address.") }
        return address
    }()
}
