import Agent
import Survey
import Upkeep
import Venue

extension DatedScan {
    /// The scan as slots, resolved at the moment it was taken.
    func slots(_ matrix: PrintMatrix, _ venue: Venue) -> SlotScan {
        SlotScan(
            readings,
            at: occurredAt,
            place: floor.flatMap { floor in point.map { SurveyedPlace(floor: floor, point: $0) } },
            matrix: matrix,
            identities: venue.identities
        )
    }
}
