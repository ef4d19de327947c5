import CommandLineKit

extension Pharos {
    /// What visitors are told of and led to, and when their devices may scan.
    static let placeCommands: [any Subcommand.Type] = [
        RouteCommand.self,
        PlaceAddCommand.self,
        PlaceEditCommand.self,
        PlaceRemoveCommand.self,
        PlaceApproveCommand.self,
        PlaceRejectCommand.self,
        PlaceListCommand.self,
        PlaceNearCommand.self,
        SpotAddCommand.self,
        SpotRemoveCommand.self,
        SpotListCommand.self,
        RegionDefineCommand.self,
        RegionRemoveCommand.self,
        RegionListCommand.self,
        PolicyIdentityCommand.self,
        PolicyScanCommand.self,
        PolicyShowCommand.self,
    ]
}
