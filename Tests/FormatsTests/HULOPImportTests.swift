import Crypto
import Formats
import Foundation
import Survey
import TestSupport
import Testing

@Suite("Import of the HULOP sample venue", .enabled(if: RecordedData.folder != nil, "\(RecordedData.absence)"))
struct HULOPImportTests {
    private let ids = ImportIdentifiers(project: ProjectID(high: 1, low: 2), hashing: SHA256())
    private let importer: HULOPImport

    init() throws {
        importer = try HULOPImport(folder: #require(RecordedData.folder).appending(path: "hulop-samplemap").path)
    }

    @Test("makes two floors with plans, the beacons, the network and every scan")
    func summary() throws {
        let survey = importer.survey(ids: ids)
        let summary = survey.summary
        #expect(summary.floors == 2 && summary.plans == 2 && summary.tracks == 6 && summary.places == 4)
        #expect(summary.slots == 16 && summary.beacons == 16)
        #expect(summary.walks == 1 && summary.scans == 440)
        #expect(survey.plans.count == 2)
        #expect(survey.notes == ["200/40 was heard, and its place is not known."])
        for event in survey.batches.joined() { try event.validate() }
    }

    @Test("−100 is not heard, and every other strength is kept")
    func strengths() {
        let scans = importer.survey(ids: ids).batches.joined().compactMap(\.scan)
        let strengths = scans.flatMap { $0.readings.map(\.rssi.dBm) }
        #expect(strengths.min() == -99)
        #expect(strengths.max() == -71)
    }

    @Test("places lie on their plans: the origin is counted from the picture's bottom left corner")
    func frame() throws {
        let events = Array(importer.survey(ids: ids).batches.joined())
        var plans: [FloorID: FloorPlanAttached] = [:]
        var scales: [FloorID: Double] = [:]
        for event in events {
            if case .floorPlanAttached(let plan) = event { plans[plan.floor] = plan }
            if case .floorCalibrated(let calibration) = event {
                scales[calibration.floor] = calibration.metresPerPixel
                // Or parts whose author had not seen the calibration would be stretched when it is.
                #expect(calibration.carryOver == Similarity(scale: 1, rotation: 0, dx: 0, dy: 0))
            }
        }
        for event in events {
            guard case .slotCreated(let slot) = event, let point = slot.position?.point, let floor = slot.floor else {
                continue
            }
            let (plan, scale) = (try #require(plans[floor]), try #require(scales[floor]))
            #expect((0...Double(plan.width) * scale).contains(point.x))
            #expect((0...Double(plan.height) * scale).contains(point.y))
        }
        // HULOP's first sample at (0.5, 0.5): 410 px + 0.5 m from the left, 370 px + 0.5 m from the bottom of 1630 px.
        let first = try #require(events.compactMap(\.scan).first?.point)
        #expect(abs(first.x - (410 / 161.13 + 0.5)) < 1e-9)
        #expect(abs(first.y - ((1_630 - 370) / 161.13 - 0.5)) < 1e-9)
    }

    @Test("routes are as long as their authors measured them, to the decimetre they give")
    func lengths() {
        let lengths = importer.survey(ids: ids).batches.joined().compactMap { event -> Double? in
            guard case .trackDrawn(let track) = event else { return nil }
            return track.points[0].distance(to: track.points[1])
        }
        for (length, measured) in zip(lengths, [26.9, 2.8, 18.2, 17.4, 3.9, 3.3]) {
            #expect(abs(length - measured) < 0.1)
        }
    }

    @Test("what is held back and what is surveyed make up the whole, point by point")
    func heldBack() {
        let surveyed = importer.survey(holdingBack: true, ids: ids)
        let tests = importer.testScans()
        #expect(surveyed.summary.scans == 220)
        #expect(tests.count == 220)
        #expect(Set(tests.compactMap(\.point)).count == 44)
        #expect(Set(surveyed.batches.joined().compactMap(\.scan).map(\.point)) == Set(tests.compactMap(\.point)))
    }
}
