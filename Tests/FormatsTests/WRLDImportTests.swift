import Crypto
import Formats
import Foundation
import Survey
import TestSupport
import Testing

@Suite("Westport House", .enabled(if: RecordedData.folder != nil, "\(RecordedData.absence)"))
struct WRLDImportTests {
    private func survey() throws -> ImportedSurvey {
        let folder = try #require(RecordedData.folder).appending(path: "westport-house-map").path
        let ids = ImportIdentifiers(project: ProjectID(high: 1, low: 2), hashing: SHA256())
        return try WRLDImport(folder: folder).survey(ids: ids)
    }

    @Test("seven floors, the paths of three of them, stairs and a lift, all of them valid")
    func structure() throws {
        let survey = try survey()
        let events = Array(survey.batches.joined())
        for event in events { try event.validate() }
        #expect(events.count { $0.kind == .floorAdded } == 7)
        #expect(events.count { $0.kind == .trackDrawn } == 4 + 1 + 38)
        let connectors = events.compactMap { if case .connectorAdded(let added) = $0 { added } else { nil } }
        #expect(connectors.map(\.kind) == [.stairs, .stairs, .lift])
        #expect(connectors.map(\.isStepFree) == [false, false, true])
        #expect(survey.notes == ["The levels 3, 4, 5, 6 have no paths."])
        let names = events.compactMap { if case .trackDrawn(let drawn) = $0 { drawn.name } else { nil } }
        #expect(Set(names).count == names.count)
    }
}
