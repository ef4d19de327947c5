import CommandLineKit

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
            "Recorded sets",
            [
                ImportHULOPCommand.self,
                ImportUJICommand.self,
                ImportWRLDCommand.self,
                ImportSimulatedCommand.self,
                ScansHULOPCommand.self,
                ScansUJICommand.self,
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
