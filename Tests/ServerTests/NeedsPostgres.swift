import PostgresSupport
import Testing

extension Trait where Self == ConditionTrait {
    /// Skips a suite where no server was lent to the tests, and says how to lend one.
    static var needsPostgres: Self { .enabled(if: TestDatabase.server != nil, "\(TestDatabase.howToRun)") }
}
