import Survey
import Sync
import Testing

@testable import Agent

@Suite("Errands of a session")
struct ErrandsTests {
    private static func offers(_ count: Int) -> [BlobOffer] {
        (0..<count).map { BlobOffer(hash: hash($0), byteCount: 9) }
    }

    private static func hash(_ number: Int) -> Digest {
        Digest(bytes: [UInt8](repeating: 0, count: 30) + [UInt8(number >> 8), UInt8(number & 255)])!
    }

    private static func next(_ errands: Errands) -> Errands.Step {
        errands.next(lanes: [.structure], requests: 0, at: 1) { true }
    }

    private static func underWay() -> Errands {
        var errands = Errands()
        errands.delivered(at: 0)
        errands.reached(.structure)
        return errands
    }

    @Test("a plan that is not what its hash says is not tried again in the session, one that was not there is")
    func damaged() {
        var errands = Self.underWay()
        #expect(errands.search(offers: Self.offers(2), fetches: [], at: 1).offers.count == 2)
        errands.damaged(Self.hash(0), at: 1)
        errands.missed(Self.hash(1), at: 1)
        #expect(errands.unsettled == 2)
        errands.lookAgain()
        #expect(Self.next(errands) == .search)
        #expect(errands.search(offers: Self.offers(2), fetches: [], at: 1).offers.map(\.hash) == [Self.hash(1)])
    }

    @Test("no more plans are under way than a session takes; the rest follows")
    func manyPlans() {
        var errands = Self.underWay()
        let all = Self.offers(2 * Limits.requestsWaiting + 7)
        var brought: [Digest] = []
        var rounds = 0
        while Self.next(errands) == .search, rounds < 100 {
            rounds += 1
            let left = all.filter { !brought.contains($0.hash) }
            let taken = errands.search(offers: left, fetches: [], at: 1).offers
            #expect(taken.count <= Limits.requestsWaiting)
            for offer in taken { errands.settled(offer.hash, at: 1) }
            brought += taken.map(\.hash)
        }
        #expect(brought == all.map(\.hash))
        #expect(Self.next(errands) == .done)
    }
}
