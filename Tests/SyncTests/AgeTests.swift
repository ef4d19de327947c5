import Survey
import Sync
import Testing

@Suite("Ages")
struct AgeTests {
    private func moment(boot: UInt64, sinceBoot: Int64, wall: Int64) -> Moment {
        Moment(wallClock: Timestamp(milliseconds: wall), boot: BootID(high: 0, low: boot), sinceBoot: sinceBoot)
    }

    @Test("within one boot an age is exact, whatever the wall clock did")
    func measured() {
        let written = moment(boot: 1, sinceBoot: 5_000, wall: 4_070_908_800_000)
        let reference = moment(boot: 1, sinceBoot: 9_000, wall: 315_532_800_000)
        #expect(Age(written: written, known: nil, reference: reference) == .measured(4_000))
        #expect(Age(written: reference, known: nil, reference: written) == .measured(-4_000))
    }

    @Test("between two boots the wall clocks say an estimate, without overflow")
    func estimated() {
        let written = moment(boot: 1, sinceBoot: 5_000, wall: 1_000)
        #expect(
            Age(written: written, known: nil, reference: moment(boot: 2, sinceBoot: 1, wall: 61_000))
                == .estimated(60_000)
        )
        let ends = (moment(boot: 1, sinceBoot: 0, wall: .min), moment(boot: 2, sinceBoot: 0, wall: .max))
        #expect(Age(written: ends.0, known: nil, reference: ends.1) == .estimated(.max))
        #expect(Age(written: ends.1, known: nil, reference: ends.0) == .estimated(0))
    }

    @Test("an event of an earlier boot was written before this one began, whatever its clock said")
    func earlierBoot() {
        let written = moment(boot: 1, sinceBoot: 5_000, wall: 4_070_908_800_000)
        let reference = moment(boot: 2, sinceBoot: 9_000, wall: 1_790_000_000_000)
        #expect(Age(written: written, known: nil, reference: reference) == .estimated(9_000))
    }

    @Test("a date that the server gave before stands")
    func known() {
        let date = KnownDate(occurredAt: Timestamp(milliseconds: 7), isEstimated: true)
        let now = moment(boot: 1, sinceBoot: 0, wall: 0)
        #expect(Age(written: now, known: date, reference: now) == .known(date.occurredAt, isEstimated: true))
    }
}
