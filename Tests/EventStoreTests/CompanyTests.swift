import PostgresSupport
import Survey
import Sync
import TestSupport
import Testing

@testable import EventStore

@Suite("Company of a group")
struct CompanyTests {
    private static func stream(_ number: UInt64) -> StreamID {
        StreamID(agent: AgentID(bytes: [UInt8](repeating: 7, count: 16))!, incarnation: Incarnation(number))
    }

    @Test("who went with either of the last two groups is waited for, and nobody else")
    func missing() {
        var company = Company()
        #expect(company.missing(from: []).isEmpty)
        company.went([Self.stream(1)])
        company.went([Self.stream(2), Self.stream(3)])
        #expect(company.missing(from: [Self.stream(3)]) == [Self.stream(1), Self.stream(2)])
        company.went([Self.stream(3)])
        #expect(company.missing(from: [Self.stream(3)]) == [Self.stream(2)])
        company.went([Self.stream(3)])
        #expect(company.missing(from: [Self.stream(3)]).isEmpty, "who stays away is forgotten after two groups")
    }
}

@Suite("Groups", .needsPostgres)
struct GroupTests {
    @Test("agents that each wait for an acknowledgement get theirs; who stays away holds nobody up")
    func lockstep() async throws {
        let database = try TestDatabase()
        try await database.withPool { pool in
            var random = SeededGenerator(Seed(value: 5))
            let project = try await TestProject(pool, using: &random)
            let (agents, rounds) = (6, UInt64(40))
            let appender = project.appender()
            let authors = try await withThrowingTaskGroup(of: Author.self) { group in
                for number in 1...UInt64(agents) {
                    var author = try await project.join(using: &random)
                    for _ in 0...rounds { author.write() }
                    group.addTask { [author] in
                        // Each stays away a round later than the one before it.
                        for sequence in 1...rounds - number {
                            let push = try author.push(from: sequence, through: sequence)
                            let answer = try await appender.append(push, in: project.id)
                            #expect(answer == .pushed(through: sequence))
                        }
                        return author
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for author in authors {
                let answer = try await appender.append(author.push(), in: project.id)
                #expect(answer == .pushed(through: rounds + 1))
            }
            let stored = try await project.read(.scans)
            #expect(stored.count == agents * Int(rounds + 1))
        }
    }
}
