import Survey

/// Reads LE advertising reports, legacy and extended, from HCI event packets
/// (Bluetooth Core Specification, Vol 4, Part E, 7.7.65.2 and 7.7.65.13).
///
/// Extended data longer than one report comes in a chain; the parser joins it, for a bounded number of chains.
public struct ReportParser: Sendable {
    /// The most data one extended advertisement may carry.
    public static let maximumDataSize = 1_650
    /// The most chains being joined at a time; where one more begins, the oldest is dropped.
    private static let maximumChains = 16

    private struct Chain: Sendable {
        let address: MACAddress
        let set: UInt8
        var data: [UInt8] = []
        /// Where each piece begins.
        var starts: [Int] = []

        /// Where the advertisement begins that the last piece ends: at the first piece from which on all fits together.
        ///
        /// Reports get lost. What is left of a chain whose end was lost stands before the next one of the same sender,
        /// and joined with it would be the frame of a beacon that there is not.
        var begin: Int { starts.first { AdvertisingData.isWhole(data.span, from: $0) } ?? 0 }
    }

    private var chains: [Chain] = []

    public init() {}

    /// Calls `body` with each whole advertisement in an H4 packet, and returns what could not be read.
    ///
    /// Events of another kind are no problem and give nothing. What precedes a damaged report is delivered.
    public mutating func parse(
        _ packet: borrowing Span<UInt8>,
        _ body: (AdvertisingReport, borrowing Span<UInt8>) -> Void
    ) -> ReportProblem? {
        guard packet.count >= 3 else { return .wrongLength(declared: 3, found: packet.count) }
        guard packet[0] == 0x04 else { return .notAnEvent(indicator: packet[0]) }
        guard packet[1] == 0x3E else { return nil }
        let declared = Int(packet[2])
        let found = packet.count - 3
        let event = packet.extracting(3..<3 + min(declared, found))
        var problem: ReportProblem?
        if event.count >= 2 {
            switch event[0] {
            case 0x02: problem = legacy(event, body)
            case 0x0D: problem = extended(event, body)
            default: break
            }
        }
        return problem ?? (declared == found ? nil : .wrongLength(declared: declared, found: found))
    }

    private func legacy(
        _ event: borrowing Span<UInt8>,
        _ body: (AdvertisingReport, borrowing Span<UInt8>) -> Void
    ) -> ReportProblem? {
        var offset = 2
        for index in 0..<Int(event[1]) {
            guard offset + 9 <= event.count else { return .truncatedReport(index: index) }
            let length = Int(event[offset + 8])
            guard offset + 10 + length <= event.count else { return .truncatedReport(index: index) }
            let report = AdvertisingReport(
                address: event.address(at: offset + 2),
                addressType: AddressType(event[offset + 1]),
                rssi: event.rssi(at: offset + 9 + length),
                isScanResponse: event[offset] == 0x04,
                isExtended: false
            )
            body(report, event.extracting(offset + 9..<offset + 9 + length))
            offset += 10 + length
        }
        return nil
    }

    private mutating func extended(
        _ event: borrowing Span<UInt8>,
        _ body: (AdvertisingReport, borrowing Span<UInt8>) -> Void
    ) -> ReportProblem? {
        var problem: ReportProblem?
        var offset = 2
        for index in 0..<Int(event[1]) {
            guard offset + 24 <= event.count else { return problem ?? .truncatedReport(index: index) }
            let length = Int(event[offset + 23])
            guard offset + 24 + length <= event.count else { return problem ?? .truncatedReport(index: index) }
            let type = UInt16(event[offset + 1]) << 8 | UInt16(event[offset])
            let report = AdvertisingReport(
                address: event.address(at: offset + 3),
                addressType: AddressType(event[offset + 2]),
                rssi: event.rssi(at: offset + 13),
                isScanResponse: type & 0b1000 != 0,
                isExtended: true
            )
            let data = event.extracting(offset + 24..<offset + 24 + length)
            let status = Status(rawValue: UInt8(type >> 5 & 0b11))
            let trouble = join(report, set: event[offset + 11], data, status ?? .truncated, body)
            problem = problem ?? trouble
            offset += 24 + length
        }
        return problem
    }

    /// What an extended report says of the data's completeness.
    private enum Status: UInt8 {
        case complete = 0
        case moreToCome = 1
        case truncated = 2
    }

    /// Delivers a whole advertisement, or keeps the piece until the rest has come.
    private mutating func join(
        _ report: AdvertisingReport,
        set: UInt8,
        _ data: borrowing Span<UInt8>,
        _ status: Status,
        _ body: (AdvertisingReport, borrowing Span<UInt8>) -> Void
    ) -> ReportProblem? {
        let open = chains.firstIndex { $0.address == report.address && $0.set == set }
        if open == nil, status == .complete {
            body(report, data)
            return nil
        }
        var chain = open.map { chains.remove(at: $0) } ?? Chain(address: report.address, set: set)
        guard chain.data.count + data.count <= Self.maximumDataSize else { return .chainTooLong }
        chain.starts.append(chain.data.count)
        for index in data.indices { chain.data.append(data[index]) }
        if status == .moreToCome {
            if chains.count == Self.maximumChains { chains.removeFirst() }
            chains.append(chain)
            return nil
        }
        let begin = status == .truncated ? 0 : chain.begin
        body(report, chain.data.span.extracting(begin..<chain.data.count))
        return status == .truncated ? .truncatedByController : begin == 0 ? nil : .brokenChain
    }
}

extension Span<UInt8> {
    /// The address that starts at an offset, least significant byte first.
    fileprivate func address(at offset: Int) -> MACAddress {
        var value: UInt64 = 0
        for index in stride(from: offset + 5, through: offset, by: -1) { value = value << 8 | UInt64(self[index]) }
        guard let address = MACAddress(value: value) else { preconditionFailure("Six bytes are 48 bits.") }
        return address
    }

    /// The strength at an offset; nil where it is "not available".
    fileprivate func rssi(at offset: Int) -> RSSI? { RSSI(dBm: Int(Int8(bitPattern: self[offset]))) }
}
