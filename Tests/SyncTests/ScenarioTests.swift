import Survey
import Sync
import SyncSimulator
import Testing

/// The scenarios of FIELD.md §4 that are about logs and servers that went back in time.
@Suite("Restored logs, clones and restored servers")
struct ScenarioTests {
    /// Every event that was ever written, once and not as a duplicate.
    private func expectApplied(_ count: Int, in stage: Stage, sourceLocation: SourceLocation = #_sourceLocation) {
        let applied = stage.store.events.filter { !$0.event.commitment.isDuplicate }
        let contents = Set(applied.map(\.event.envelope.payload))
        #expect(applied.count == count, sourceLocation: sourceLocation)
        #expect(contents.count == count, "an event is applied twice", sourceLocation: sourceLocation)
    }

    private func isDelivered(_ visits: [Visit]) -> Bool { visits.last?.notices.contains(.delivered) ?? false }

    // MARK: S1, an edge that is rolled back

    @Test("S1: a log restored from 400 to 100 events that writes 400 more loses none, noticed before it writes")
    func rolledBackWithSidecar() {
        var stage = Stage()
        var surveyor = stage.admit(1)
        surveyor.write(100)
        stage.sync(&surveyor)
        let backup = surveyor.log
        surveyor.write(300)
        stage.sync(&surveyor)

        surveyor.log = backup
        let isNoticed = surveyor.open()
        #expect(isNoticed)
        surveyor.write(400)
        let visits = stage.sync(&surveyor)
        #expect(visits.count == 1 && isDelivered(visits))
        expectApplied(800, in: stage)
        #expect(surveyor.log.replica.count == 800)
    }

    @Test("S1: with the sidecar restored too, the first round trip notices, and one command recovers all of 800")
    func rolledBackWithoutSidecar() throws {
        var stage = Stage()
        var surveyor = stage.admit(1)
        surveyor.write(100)
        stage.sync(&surveyor)
        let backup = surveyor
        surveyor.write(300)
        stage.sync(&surveyor)

        surveyor.log = backup.log
        surveyor.sidecar = backup.sidecar
        let isNoticed = surveyor.open()
        #expect(!isNoticed)
        surveyor.write(400)
        let incarnation = surveyor.log.incarnation
        let first = stage.visit(&surveyor)
        #expect(first.notices.contains(.forked(incarnation, lastCommon: 100)))
        let answers = first.received.prefix { if case .fork = $0 { false } else { true } }
        #expect(answers.count <= 2, "Welcome, and the fork: no round trip before it")
        expectApplied(400, in: stage)

        let visits = stage.sync(&surveyor, recovers: true)
        #expect(isDelivered(visits))
        expectApplied(800, in: stage)
        #expect(surveyor.log.replica.count == 800)
    }

    @Test("S1: a restored log with nothing new is told by Hello alone")
    func rolledBackAndSilent() {
        var stage = Stage()
        var surveyor = stage.admit(1)
        surveyor.write(100)
        stage.sync(&surveyor)
        let backup = surveyor
        surveyor.write(300)
        stage.sync(&surveyor)
        surveyor.log = backup.log
        surveyor.sidecar = backup.sidecar
        let visit = stage.visit(&surveyor)
        #expect(visit.notices.contains(.forked(surveyor.log.incarnation, lastCommon: 100)))
        let hasCompared = visit.sent.contains { if case .compare = $0 { true } else { false } }
        #expect(!hasCompared)
        #expect(surveyor.log.replica.count == 400, "a fork does not keep anybody from pulling")
    }

    @Test("S1: a recovery may be interrupted after any effect and repeated", arguments: [0, 1, 2, 3])
    func interruptedRecovery(phase: Int) {
        for stop in stride(from: 1 + phase, to: 60, by: 4) {
            var stage = Stage()
            var surveyor = stage.admit(1)
            surveyor.write(100)
            stage.sync(&surveyor)
            let backup = surveyor
            surveyor.write(300)
            stage.sync(&surveyor)
            surveyor.log = backup.log
            surveyor.sidecar = backup.sidecar
            surveyor.write(400)
            for _ in 0..<3 {
                _ = stage.visit(&surveyor, recovers: true, stopsAfter: stop)
                surveyor.open()
            }
            let visits = stage.sync(&surveyor, recovers: true)
            #expect(isDelivered(visits), "stopped after \(stop)")
            expectApplied(800, in: stage)
        }
    }

    // MARK: S2, clones

    @Test("S2: of two clones that both write 200, the second gets Fork; all 400 are kept, and both go on")
    func clones() {
        var stage = Stage()
        var first = stage.admit(1)
        first.write(50)
        stage.sync(&first)
        var second = first
        second.moveToAnotherMachine(2, at: 0)
        first.write(200)
        second.write(200)
        #expect(isDelivered(stage.sync(&first)))
        let told = stage.visit(&second)
        #expect(told.notices.contains(.forked(second.log.incarnation, lastCommon: 50)))
        #expect(isDelivered(stage.sync(&second, recovers: true)))
        expectApplied(450, in: stage)
        first.write(10)
        second.write(10)
        #expect(isDelivered(stage.sync(&first)) && isDelivered(stage.sync(&second)))
        expectApplied(470, in: stage)
        stage.sync(&first)
        #expect(first.log.replica.count == 470 && second.log.replica.count == 470)
    }

    @Test("S2: clones with the same unsent events bring each of them once, weeks apart and recovering both")
    func clonesWithBacklog() {
        var stage = Stage()
        var first = stage.admit(1)
        first.write(40)
        stage.sync(&first)
        first.write(60)
        var second = first
        var third = first
        second.moveToAnotherMachine(2, at: 0)
        third.moveToAnotherMachine(3, at: 0)
        second.write(30)
        third.write(30)
        stage.sync(&second)
        stage.now += 21 * 86_400_000
        stage.sync(&first)
        stage.sync(&third, recovers: true)
        stage.sync(&first, recovers: true)
        expectApplied(160, in: stage)
    }

    @Test("S2: two clones that recover the same events bring two copies, of which one counts")
    func clonesThatBothRecover() {
        var stage = Stage()
        var original = stage.admit(1)
        original.write(40)
        stage.sync(&original)
        var left = original
        left.moveToAnotherMachine(2, at: 0)
        left.write(60)
        var right = left
        right.moveToAnotherMachine(3, at: 0)
        original.write(1)
        stage.sync(&original)
        stage.sync(&left, recovers: true)
        stage.sync(&right, recovers: true)
        expectApplied(101, in: stage)
        #expect(stage.store.events.count { $0.event.commitment.isDuplicate } == 60)
    }

    // MARK: S3, a restored server

    @Test("S3: a server restored to an hour ago gets back every event that an agent holds, exactly once")
    func restoredServer() {
        var stage = Stage()
        var surveyors = (1...3).map { stage.admit($0) }
        for index in surveyors.indices { surveyors[index].write(100) }
        for index in surveyors.indices { stage.sync(&surveyors[index]) }
        let backup = stage.store
        stage.now += 3_600_000
        for index in surveyors.indices { surveyors[index].write(50, at: stage.now) }
        for index in surveyors.indices { stage.sync(&surveyors[index]) }
        for index in surveyors.indices { stage.sync(&surveyors[index]) }
        #expect(surveyors.allSatisfy { $0.log.replica.count == 450 })
        let dates = Dictionary(
            uniqueKeysWithValues: stage.store.events.map { ($0.event.hash, $0.event.commitment.occurredAt) }
        )

        stage.store = backup
        stage.now += 60_000
        surveyors[2].write(5, at: stage.now)
        for index in [2, 0, 1, 2, 0, 1] { stage.sync(&surveyors[index]) }
        expectApplied(455, in: stage)
        #expect(stage.store.events.allSatisfy { !$0.event.commitment.isDuplicate })
        for surveyor in surveyors {
            let hashes = surveyor.log.replica.sorted { $0.key < $1.key }.map(\.value.event.hash)
            let isSame = hashes == stage.store.events.map(\.event.hash)
            #expect(isSame)
            #expect(surveyor.log.orphans.isEmpty, "what came back is no orphan")
        }
        let areKept = stage.store.events.allSatisfy { event in
            dates[event.event.hash].map { $0 == event.event.commitment.occurredAt } ?? true
        }
        #expect(areKept, "dates that were given before stand")
    }

    @Test("S3: what a restored server lost of a closed stream is pushed again")
    func restoredServerWithClosedStream() {
        var stage = Stage()
        var first = stage.admit(1)
        first.write(30)
        stage.sync(&first)
        let backup = stage.store
        first.write(30)
        stage.sync(&first)
        var second = first
        second.moveToAnotherMachine(2, at: 0)
        second.write(20)
        first.write(10)
        stage.sync(&first)
        stage.sync(&second, recovers: true)
        expectApplied(90, in: stage)

        stage.store = backup
        // The other one was lost with its machine: only the clone holds events 31 to 60, in its closed stream.
        stage.sync(&second)
        expectApplied(80, in: stage)
    }

    @Test("S3: a clone that brings its own events to the restored server first keeps nobody from bringing the rest")
    func restoredServerAndClone() {
        var stage = Stage()
        var first = stage.admit(1)
        first.write(30)
        stage.sync(&first)
        let backup = stage.store
        var second = first
        second.moveToAnotherMachine(2, at: 0)
        first.write(70)
        stage.sync(&first)
        stage.store = backup
        second.write(40)
        stage.sync(&second)
        stage.sync(&first, recovers: true)
        expectApplied(140, in: stage)
    }

    // MARK: S9, any batch any time

    @Test("S9: a log that was forgotten by nobody but itself is acknowledged again, and nothing changes")
    func resend() {
        var stage = Stage()
        var surveyor = stage.admit(1)
        surveyor.write(700)
        stage.sync(&surveyor)
        let before = stage.store.events
        for forgotten in [0, 1, 350, 699] as [UInt64] {
            stage.now += 86_400_000 * 30
            surveyor.log.acknowledge(surveyor.log.incarnation, through: forgotten)
            #expect(isDelivered(stage.sync(&surveyor)))
            let isUnchanged = stage.store.events == before
            #expect(isUnchanged)
        }
    }

    @Test("a connection that is cut after any effect loses nothing and repeats nothing")
    func cutAnywhere() {
        var stage = Stage()
        var (writer, reader) = (stage.admit(1), stage.admit(2))
        var written = 0
        for stop in 1..<80 {
            writer.write(3)
            written += 3
            _ = stage.visit(&writer, stopsAfter: stop)
            _ = stage.visit(&reader, stopsAfter: stop)
        }
        stage.sync(&writer)
        stage.sync(&reader)
        expectApplied(written, in: stage)
        #expect(stage.store.events.count == written)
        #expect(reader.log.replica.count == written && writer.log.replica.count == written)
    }

    // MARK: S14, clocks

    @Test(
        "S14: a clock in 1980 or 2099, with and without a reboot, changes no date that an age can give",
        arguments: [-1_474_000_000_000, 2_280_000_000_000] as [Int64],
        [false, true]
    )
    func clocks(offset: Int64, reboots: Bool) {
        var stage = Stage()
        var (right, wrong) = (stage.admit(1), stage.admit(2, wallOffset: offset))
        let hour: Int64 = 3_600_000
        stage.now = 10 * hour
        wrong.write(1, at: stage.now)
        stage.now = 11 * hour
        right.write(1, at: stage.now)
        stage.sync(&right)
        if reboots {
            stage.now = 12 * hour
            wrong.reboot(at: stage.now)
            wrong.wallOffset = 0
        }
        stage.now = 13 * hour
        wrong.write(1, at: stage.now)
        stage.now = 20 * hour
        stage.sync(&wrong)
        stage.sync(&right)

        let commitments = stage.store.events.map(\.event.commitment)
        let hours = commitments.map { ($0.occurredAt.milliseconds - Simulation.beginning.milliseconds) / hour }
        // The event of the earlier boot can only be placed before the reboot; the one after it is exact.
        #expect(hours[0] == 11 && hours[2] == 13)
        #expect(commitments.map(\.isEstimated) == [false, reboots, false])
        #expect(reboots ? hours[1] <= 12 : hours[1] == 10)
        #expect(right.log.replica.count == 3 && right.log.replica == stage.replica(of: right))
    }
}

extension Stage {
    /// What a surveyor's replica must be once everything was pulled.
    fileprivate func replica(of surveyor: Surveyor) -> [UInt64: ModelLog.ReplicaRow] {
        Dictionary(
            uniqueKeysWithValues: store.events.map(\.event).map { event in
                let row = ModelLog.ReplicaRow(event: event, isOwn: event.envelope.agent == surveyor.log.agent)
                return (event.commitment.position, row)
            }
        )
    }
}
