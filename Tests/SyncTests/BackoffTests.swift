import Sync
import TestSupport
import Testing

@Suite("Connecting again")
struct BackoffTests {
    @Test("waits are spread evenly below a bound that doubles up to five minutes")
    func bounds() {
        var random = SeededGenerator(Seed(value: 1))
        var sums = [Int64](repeating: 0, count: 12)
        for _ in 0..<1_000 {
            var backoff = Backoff()
            for attempt in sums.indices {
                let bound = min(Backoff.shortest << Int64(attempt), Backoff.longest)
                let wait = backoff.next(using: &random)
                #expect((0...bound).contains(wait))
                sums[attempt] += wait
            }
        }
        for (attempt, sum) in sums.enumerated() {
            let half = Double(min(Backoff.shortest << Int64(attempt), Backoff.longest)) / 2
            #expect(abs(Double(sum) / 1_000 - half) < half / 10)
        }
    }

    @Test("the server's wish is heard, within reason, and a session that got through starts afresh")
    func minimumAndReset() {
        var random = SeededGenerator(Seed(value: 2))
        var backoff = Backoff()
        let wished = backoff.next(atLeast: 60_000, using: &random)
        #expect(wished == 60_000)
        let unreasonable = backoff.next(atLeast: .max, using: &random)
        #expect(unreasonable == Backoff.longest)
        backoff.reset()
        let afresh = backoff.next(using: &random)
        #expect(afresh <= Backoff.shortest)
    }
}
