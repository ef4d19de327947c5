import Crypto
import EventStore
import PostgresSupport
import Survey
import Sync
import TestSupport
import Testing

@Suite("Enrolment", .needsPostgres)
struct EnrolmentTests {
    @Test("the founder makes its project known, once; repeating the code gets the same answer, another key none")
    func founding() async throws {
        let database = try TestDatabase()
        try await database.withPool { pool in
            var random = SeededGenerator(Seed(value: 1))
            let enrolment = Enrolment(pool: pool)
            let project = ProjectID.random(using: &random)
            let founder = Author(in: project, using: &random)
            let stranger = Author(in: project, using: &random)
            let key = ProjectKey(privateKey: random.bytes(32), publicKey: random.bytes(32))
            let other = ProjectKey(privateKey: random.bytes(32), publicKey: random.bytes(32))
            for code in 1...2 {
                try await enrolment.invite(
                    code: [UInt8(code)],
                    project: nil,
                    role: .admin,
                    uses: 1,
                    validity: .seconds(60)
                )
            }
            let without = try await enrolment.join(founder.join([1], project: nil), as: founder.id, newKey: key)
            let first = try await enrolment.join(founder.join([1], project: project), as: founder.id, newKey: key)
            let again = try await enrolment.join(founder.join([1], project: project), as: founder.id, newKey: other)
            let used = try await enrolment.join(stranger.join([1], project: project), as: stranger.id, newKey: other)
            let taken = try await enrolment.join(stranger.join([2], project: project), as: stranger.id, newKey: other)
            #expect(without == .noProject)
            #expect(first == .joined(project, .admin, projectKey: key.publicKey))
            #expect(again == first)
            #expect(used == .invalidCode)
            #expect(taken == .otherProject)
            let stored = try await ReleaseStore(pool: pool).signingKey(of: project)
            #expect(stored == key)
        }
    }

    @Test("a code lets in as many as it says, none after its time, and none into another project")
    func limits() async throws {
        let database = try TestDatabase()
        try await database.withPool { pool in
            var random = SeededGenerator(Seed(value: 2))
            let project = try await TestProject(pool, using: &random)
            let enrolment = Enrolment(pool: pool)
            let key = ProjectKey(privateKey: [], publicKey: [])
            let devices = (0..<4).map { _ in Author(in: project.id, using: &random) }
            try await enrolment.invite(code: [1], project: project.id, role: .device, uses: 2, validity: .seconds(60))
            try await enrolment.invite(code: [2], project: project.id, role: .device, uses: nil, validity: .zero)
            try await enrolment.invite(code: [3], project: project.id, role: .surveyor, uses: 1, validity: .seconds(60))
            var outcomes: [Enrolment.Outcome] = []
            for device in devices.prefix(3) + devices.prefix(1) {
                outcomes.append(try await enrolment.join(device.join([1]), as: device.id, newKey: key))
            }
            #expect(outcomes[0] == outcomes[1] && outcomes[0] == outcomes[3] && outcomes[2] == .invalidCode)
            let late = try await enrolment.join(devices[3].join([2]), as: devices[3].id, newKey: key)
            #expect(late == .expiredCode)
            let unknown = try await enrolment.join(devices[3].join([9]), as: devices[3].id, newKey: key)
            #expect(unknown == .invalidCode)
            let elsewhere = ProjectID.random(using: &random)
            let wrong = try await enrolment.join(
                devices[3].join([3], project: elsewhere),
                as: devices[3].id,
                newKey: key
            )
            #expect(wrong == .otherProject)
        }
    }

    @Test("eight who use a single code at the same time: one is let in")
    func race() async throws {
        let database = try TestDatabase()
        try await database.withPool(size: 8) { pool in
            var random = SeededGenerator(Seed(value: 3))
            let project = try await TestProject(pool, using: &random)
            let enrolment = Enrolment(pool: pool)
            try await enrolment.invite(code: [1], project: project.id, role: .surveyor, uses: 1, validity: .seconds(60))
            let authors = (0..<8).map { _ in Author(in: project.id, using: &random) }
            let admitted = try await withThrowingTaskGroup(of: Bool.self) { group in
                for author in authors {
                    group.addTask {
                        let key = ProjectKey(privateKey: [], publicKey: [])
                        let outcome = try await enrolment.join(author.join([1]), as: author.id, newKey: key)
                        return outcome != .invalidCode
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(admitted == 1)
        }
    }

    @Test("a revoked agent cannot let itself in again, with its old code or a new one")
    func revoked() async throws {
        let database = try TestDatabase()
        try await database.withPool { pool in
            var random = SeededGenerator(Seed(value: 4))
            let project = try await TestProject(pool, using: &random)
            let enrolment = Enrolment(pool: pool)
            let key = ProjectKey(privateKey: [], publicKey: [])
            let device = Author(in: project.id, using: &random)
            for code in 1...2 {
                try await enrolment.invite(
                    code: [UInt8(code)],
                    project: project.id,
                    role: .device,
                    uses: nil,
                    validity: .seconds(60)
                )
            }
            _ = try await enrolment.join(device.join([1]), as: device.id, newKey: key)
            _ = try await AgentStore(pool: pool).revoke(device.id, in: project.id)
            for code in 1...2 {
                let outcome = try await enrolment.join(device.join([UInt8(code)]), as: device.id, newKey: key)
                #expect(outcome == .revoked)
            }
            let record = try await AgentStore(pool: pool).agent(device.id, in: project.id)
            #expect(record?.isRevoked == true && record?.role == .device && record?.publicKey == device.publicKey)
        }
    }

    @Test("the status tells what an agent claims from what is stored, and whether both are the same history")
    func status() async throws {
        let database = try TestDatabase()
        try await database.withPool { pool in
            var random = SeededGenerator(Seed(value: 5))
            let project = try await TestProject(pool, using: &random)
            var author = try await project.join(using: &random)
            for _ in 0..<3 { author.write() }
            _ = try await project.appender().append(author.push(through: 2), in: project.id)
            try await project.greet(author)
            let behind = try await StatusStore(pool: pool).streams(of: project.id)
            #expect(behind.map(\.claimed) == [3] && behind.map(\.stored) == [2] && behind.map(\.holdsClaim) == [nil])
            var other = author.restored(to: 1)
            other.write([7])
            try await project.greet(other)
            let forked = try await StatusStore(pool: pool).streams(of: project.id)
            #expect(forked.map(\.holdsClaim) == [false])
            let status = try await StatusStore(pool: pool).status(of: project.id)
            #expect(status?.head == 2 && status?.scans == 2 && status?.newestRelease == nil)
            let agents = try await AgentStore(pool: pool).agents(of: project.id)
            #expect(agents.map { $0.lastContactAt != nil } == [false, true])
        }
    }

    @Test("servers that start together get one TLS key")
    func serverKey() async throws {
        let database = try TestDatabase()
        try await database.withPool(size: 4) { pool in
            let keys = try await withThrowingTaskGroup(of: ServerKeyStore.Identity.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        try await ServerKeyStore(pool: pool).identity {
                            ServerKeyStore.Identity(privateKey: [UInt8(number)], certificate: [UInt8(number)])
                        }
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(keys.count == 1)
        }
    }
}

extension Author {
    fileprivate func join(_ code: [UInt8], project: ProjectID? = nil) -> Join {
        Join(code: code, publicKey: publicKey, name: "somebody", project: project)
    }
}
