import CommandLineKit
import Formats

extension Pharos {
    /// All commands, as help shows them: one file each, one line here.
    static let groups = [
        CommandGroup(
            "The project",
            [
                ProjectCreateCommand.self,
                ProjectShowCommand.self,
                ProjectRenameCommand.self,
            ]
        ),
        CommandGroup(
            "The venue",
            [
                FloorAddCommand.self,
                FloorPlanCommand.self,
                FloorCalibrateCommand.self,
                FloorRenameCommand.self,
                FloorRemoveCommand.self,
                FloorListCommand.self,
                TrackDrawCommand.self,
                TrackRedrawCommand.self,
                TrackEraseCommand.self,
                TrackListCommand.self,
                ConnectorAddCommand.self,
                ConnectorRemoveCommand.self,
                ConnectorListCommand.self,
                MapCommand.self,
                QualityCommand.self,
            ]
        ),
        CommandGroup(
            "Slots and beacons",
            [
                SlotCreateCommand.self,
                SlotMoveCommand.self,
                SlotListCommand.self,
                BeaconRegisterCommand.self,
                BeaconReplaceCommand.self,
                BeaconReconfigureCommand.self,
                BeaconBatteryCommand.self,
                BeaconForecastCommand.self,
                BeaconRetireCommand.self,
                BeaconSwapCommand.self,
                BeaconMoveCommand.self,
                BeaconVerifyCommand.self,
                BeaconHealthCommand.self,
                BeaconRevertCommand.self,
                BeaconResolveCommand.self,
                BeaconListCommand.self,
            ]
        ),
        CommandGroup("Places, regions, policies", placeCommands),
        CommandGroup(
            "The radio",
            [
                ScanCommand.self,
                MonitorCommand.self,
            ]
        ),
        CommandGroup(
            "Walking",
            [
                WalkRecordCommand.self,
                WalkReplayCommand.self,
                WalkSimulateCommand.self,
                WalkAbandonCommand.self,
                WalkListCommand.self,
            ]
        ),
        CommandGroup(
            "Imports and exports",
            [
                ImportHULOPCommand.self,
                ImportUJICommand.self,
                ImportWRLDCommand.self,
                ImportScansCommand.self,
                ImportSlotsCommand.self,
                ImportPrintsCommand.self,
                ImportGeoJSONCommand.self,
                ImportOSMCommand.self,
                ExportScansCommand.self,
                ExportPrintsCommand.self,
                ExportSlotsCommand.self,
                ExportGeoJSONCommand.self,
                ExportIMDFCommand.self,
                ImportSetCommand<MSSet>.self,
                ImportSetCommand<TetamSet>.self,
                ImportSetCommand<FlatSet>.self,
                ImportSetCommand<NavCogSet>.self,
                ImportSetCommand<SALSet>.self,
                ImportSetCommand<UJIWiFiSet>.self,
                ImportSimulatedCommand.self,
                ScansHULOPCommand.self,
                ScansUJICommand.self,
                ScansSetCommand<MSSet>.self,
                ScansSetCommand<TetamSet>.self,
                ScansSetCommand<FlatSet>.self,
                ScansSetCommand<NavCogSet>.self,
                ScansSetCommand<SALSet>.self,
                ScansSetCommand<UJIWiFiSet>.self,
                ScansSimulatedCommand.self,
            ]
        ),
        CommandGroup(
            "The server",
            [
                JoinCommand.self,
                SyncCommand.self,
                StatusCommand.self,
                RecoverCommand.self,
                PublishCommand.self,
                InviteCommand.self,
                RevokeCommand.self,
            ]
        ),
        CommandGroup(
            "A visitor's device",
            [
                PullCommand.self,
                LocateCommand.self,
                NotifyCommand.self,
            ]
        ),
        CommandGroup(
            "The log of this installation",
            [
                LogShowCommand.self,
                LogInfoCommand.self,
                LogVerifyCommand.self,
            ]
        ),
    ]
}
