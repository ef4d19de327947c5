import Bluetooth
import CommandLineKit
import Radio

extension SourceOptions {
    /// Opens the source for as long as `body` runs; an adapter that starts at rest does not scan before it is woken.
    func withSource<Result>(
        longestGap: Int64 = RecordedSource.longestGap,
        startsAtRest: Bool = false,
        _ body: (any ScanSource) async throws -> Result
    ) async throws -> Result {
        guard let adapter else { return try await body(try openRecording(longestGap: longestGap)) }
        return try await Online.withLoop { loop in
            let radio = AdapterRadio(adapter: adapter, settings: settings, startsAtRest: startsAtRest, on: loop)
            await radio.start()
            do {
                let result = try await body(LiveSource(radio))
                await radio.stop()
                return result
            } catch {
                await radio.stop()
                throw error
            }
        }
    }
}
