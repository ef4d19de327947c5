import Crypto
import Formats
import Foundation
import Survey
import TestSupport
import Testing

@Suite("Import of the UJI database", .enabled(if: RecordedData.folder != nil, "\(RecordedData.absence)"))
struct UJIImportTests {
    private let ids = ImportIdentifiers(project: ProjectID(high: 1, low: 2), hashing: SHA256())

    /// Both venues, read once for all tests.
    private static let sets = Result {
        let folder = try #require(RecordedData.folder).appending(path: "uji-ble").path
        return try UJISet.Venue.allCases.map { try UJISet(folder: folder, venue: $0) }
    }

    private func set(_ venue: UJISet.Venue) throws -> UJISet {
        try #require(Self.sets.get().first { $0.venue == venue })
    }

    @Test("the files hold what their provenance says")
    func provenance() throws {
        let library = try set(.library)
        #expect(library.scans.count == 2_100)
        #expect(library.beacons.count == 24)
        #expect(library.scans.count { $0.heard == 0 } == 236)
        #expect(Set(library.scans.filter { !library.isTest($0) }.map(\.point)).count == 24)
        #expect(Set(library.scans.filter { library.isTest($0) }.map(\.point)).count == 34)
        let office = try set(.office)
        #expect(office.scans.count == 2_652)
        #expect(office.scans.count { $0.heard == 0 } == 353)
        #expect(Set(office.scans.map(\.pointNumber)).count == 68)
        #expect(UJISet.officeTrainingPoints.count == 48)
    }

    @Test(
        "the test scans are those of the published splits",
        arguments: [
            (UJISet.Venue.library, "A5", 304), (.library, "Bq", 340), (.library, "S6", 343), (.office, "-12", 183),
            (.office, "-20", 205), (.office, "-4", 184),
        ]
    )
    func splits(venue: UJISet.Venue, only: String, count: Int) throws {
        let selection = try #require(UJISelection(only))
        let lines = try UJIImport(set: set(venue), selection: selection).testScans(heard: 3)
        #expect(lines.count == count)
        #expect(lines.allSatisfy { $0.point != nil && $0.floor == venue.rawValue && $0.readings.count >= 3 })
    }

    @Test("a phone's survey becomes one floor, its slots, and one walk with every scan in its exact place")
    func survey() throws {
        let library = try set(.library)
        let survey = try UJIImport(set: library, selection: UJISelection(phone: .a5)).survey(ids: ids)
        let summary = survey.summary
        #expect(summary.floors == 1 && summary.slots == 24 && summary.beacons == 24 && summary.walks == 1)
        let expected = library.scans.filter { $0.phone == .a5 && $0.campaign == 2 && $0.heard > 0 }
        let scans = survey.batches.joined().compactMap(\.scan)
        #expect(Set(scans.map(\.point)) == Set(expected.map(\.point)))
        #expect(scans.map(\.readings.count).reduce(0, +) == expected.map(\.heard).reduce(0, +))
        #expect(scans.count == expected.count)
        for event in survey.batches.joined() { try event.validate() }
    }

    @Test("three parts share floor and slots, and together hold each scan once")
    func parts() throws {
        let importer = try UJIImport(set: set(.library), selection: UJISelection(phone: .a5))
        let whole = importer.survey(ids: ids)
        let parts = try ["1/3", "2/3", "3/3"].map { importer.survey(part: try #require(ImportPart($0)), ids: ids) }
        #expect(parts.map(\.summary.slots) == [24, 0, 0])
        #expect(parts.map(\.summary.floors) == [1, 0, 0])
        #expect(parts.map(\.summary.walks) == [1, 1, 1])
        let scans = parts.flatMap { $0.batches.joined().compactMap(\.scan) }
        #expect(Set(scans.map(\.walk)).count == 3)
        #expect(Set(scans.map(\.floor)) == Set(whole.batches.joined().compactMap(\.scan).map(\.floor)))
        let places = parts.map { Set($0.batches.joined().compactMap(\.scan).map(\.point)) }
        #expect(places.map(\.count) == [8, 8, 8])
        #expect(places.reduce(Set()) { $0.union($1) }.count == 24)
        #expect(scans.count == whole.summary.scans)
    }

    @Test("the same import draws the same identifiers, another project's draws others")
    func identifiers() throws {
        let importer = try UJIImport(set: set(.library), selection: UJISelection(phone: .bq))
        let again = importer.survey(ids: ids).batches
        #expect(importer.survey(ids: ids).batches == again)
        let other = ImportIdentifiers(project: ProjectID(high: 1, low: 3), hashing: SHA256())
        #expect(
            Set(importer.survey(ids: other).batches.joined()).isDisjoint(
                with: again.joined().filter { $0.kind != .scanSampled }
            )
        )
    }

    @Test("the office's three powers are not mixed, and what is not there is told")
    func selection() throws {
        let office = try set(.office)
        #expect(throws: ImportError.self) { try UJIImport(set: office) }
        #expect(throws: ImportError.self) { try UJIImport(set: office, selection: UJISelection(phone: .s6)) }
        #expect(try UJIImport(set: office, selection: UJISelection(power: -20)).survey(ids: ids).summary.walks == 1)
        #expect(UJISelection("A5,-12") == UJISelection(phone: .a5, power: -12))
        for wrong in ["", "A6", "-13", "A5,Bq"] { #expect(UJISelection(wrong) == nil) }
    }
}

extension SurveyEvent {
    var scan: ScanSampled? {
        if case .scanSampled(let scan) = self { scan } else { nil }
    }
}
