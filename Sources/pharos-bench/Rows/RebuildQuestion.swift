import EventStore
import Fingerprints
import Server
import Survey
import Sync
import Wire

/// `rebuild`: a project of a million scans of 20 readings, folded from PostgreSQL to a finished index on both cores.
///
/// The limit decodes the same payloads on one core, from memory, and does nothing with them.
struct RebuildQuestion: Question {
    private let row = Row("rebuild", "scans/s", beside: "decoding alone, one core", .ratioAtLeast(0.7))

    var rows: [Row] { [row] }

    func measure(in workshop: Workshop) async throws -> [Figure] {
        let surveyed = try await workshop.surveyedProject()
        let server = try workshop.server()
        try server.settle()
        let pool = Pool(server.conninfo, size: 4, on: workshop.loop)
        let result = await Result { try await measure(surveyed, on: pool, workshop) }
        await pool.close()
        return try result.get()
    }

    private func measure(_ surveyed: SurveyedProject, on pool: Pool, _ workshop: Workshop) async throws -> [Figure] {
        let payloads = try await payloads(of: surveyed.project, on: pool, atMost: workshop.sizes.decodedScans)
        let fold = ProjectFold(pool: pool)
        guard let head = try await EventReader(pool: pool).head(of: surveyed.project) else {
            throw BenchError.wrong("the server knows the project")
        }
        var (rates, decodingRates): ([Double], [Double]) = ([], [])
        for _ in 0..<repetitions {
            var scans = 0
            let own = try await time {
                scans = try await fold.index(of: surveyed.project, through: head.position).index.scanCount
            }
            guard scans == surveyed.scans else { throw BenchError.wrong("\(surveyed.scans) scans count, not \(scans)") }
            rates.append(Double(scans) / own.inSeconds)
            decodingRates.append(try await decodingRate(payloads))
        }
        return [Figure(row, median(rates), beside: median(decodingRates))]
    }

    private func payloads(of project: ProjectID, on pool: Pool, atMost count: Int) async throws -> [[UInt8]] {
        let reader = EventReader(pool: pool)
        var (payloads, place): ([[UInt8]], LanePlace) = ([], .start)
        while payloads.count < count {
            let batch = try await reader.read(.scans, of: project, after: place, maximumBytes: 1 << 20)
            guard let batch else { break }
            payloads += batch.events.map(\.event.envelope.payload)
            if batch.isComplete { break }
            place = batch.place
        }
        return payloads
    }

    private func decodingRate(_ payloads: [[UInt8]]) async throws -> Double {
        var decoder = ScanDecoder()
        var readings = 0
        let duration = await time {
            for payload in payloads {
                if case .scan(let scan) = decoder.decode(schemaVersion: 1, payload: payload) {
                    readings += scan.readings.count
                }
            }
        }
        guard readings == payloads.count * MadeUpSurvey.readings else { throw BenchError.wrong("every scan is read") }
        return Double(payloads.count) / duration.inSeconds
    }
}
