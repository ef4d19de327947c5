import Bluetooth
import Radio

/// An adapter of this machine.
struct LiveSource: ScanSource {
    private let radio: AdapterRadio
    private var reader = AdvertisementReader()
    private var dropped = 0

    let start = AdapterRadio.now
    private(set) var interruption: String?
    private(set) var isListening = false
    var tally: ScanTally { reader.tally }

    init(_ radio: AdapterRadio) { self.radio = radio }

    mutating func hear(until time: Int64, _ take: (ScanNews) throws -> Void) throws -> Bool {
        for news in radio.take(until: time) {
            switch news.content {
            case .packet(let bytes, let stamp):
                let packet = CapturedPacket(time: stamp, content: .hci(bytes))
                try take(.packet(packet, reader.read(packet), at: news.time))
            case .notice(let notice):
                if case .listening = notice { (isListening, interruption) = (true, nil) }
                if case .hindered(let hindrance) = notice {
                    isListening = false
                    interruption = hindrance == .starting ? nil : "\(hindrance) \(hindrance.remedy)"
                }
                try take(.adapter(notice, at: news.time))
            }
        }
        if radio.dropped > dropped {
            try take(.notice("\(radio.dropped - dropped) packets were dropped: this machine is too slow for them."))
            dropped = radio.dropped
        }
        return true
    }

    mutating func rest() { radio.rest() }

    mutating func wake() { radio.wake() }
}
