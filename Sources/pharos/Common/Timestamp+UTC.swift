import CommandLineKit
import Survey

extension Timestamp {
    /// A moment as people type it in UTC: `2026-06-12` or `2026-06-12T08:00:00Z`; nil for anything else.
    init?(utc text: String) {
        let halves = text.split(separator: "T", omittingEmptySubsequences: false)
        let date = halves[0].split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
        guard halves.count <= 2, date.count == 3, let year = date[0], let month = date[1], let day = date[2],
            (1...9_999).contains(year), (1...12).contains(month),
            (1...Self.days(in: month, of: year)).contains(day)
        else { return nil }
        var seconds = Self.days(before: year, month, day) * 86_400
        if halves.count == 2 {
            guard halves[1].last == "Z" else { return nil }
            let clock = halves[1].dropLast().split(separator: ":", omittingEmptySubsequences: false).map { Int64($0) }
            guard (2...3).contains(clock.count), let hour = clock[0], let minute = clock[1],
                let second = clock.count == 3 ? clock[2] : 0,
                (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
            else { return nil }
            seconds += hour * 3_600 + minute * 60 + second
        }
        self.init(milliseconds: seconds * 1_000)
    }

    /// The moment in UTC to the second, such as `2026-06-12T08:00:00Z`.
    var utc: String {
        let seconds = (milliseconds - (milliseconds < 0 ? 999 : 0)) / 1_000
        let days = (seconds - (seconds < 0 ? 86_399 : 0)) / 86_400
        let rest = seconds - days * 86_400
        let (year, month, day) = Self.date(ofDay: days)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(year)-\(two(month))-\(two(day))T\(two(rest / 3_600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
    }

    private static func days(in month: Int64, of year: Int64) -> Int64 {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Int(month) - 1]
    }

    /// Days from 1970-01-01 to a date of the Gregorian calendar (years counted from March, so that leap days come last).
    private static func days(before year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }

    private static func date(ofDay days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}

extension Arguments {
    /// Takes a moment in UTC, such as `2026-06-12T08:00:00Z` or `2026-06-12`.
    mutating func takeMoment(_ name: String) throws(UsageError) -> Timestamp? {
        guard let text = try takeOption(name) else { return nil }
        guard let moment = Timestamp(utc: text) else {
            throw .invalidValue(text, of: name, expected: "a moment such as 2026-06-12T08:00:00Z or 2026-06-12")
        }
        return moment
    }
}
