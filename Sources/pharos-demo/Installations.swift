import Formats

extension Stage {
    /// Begins a project in an installation, and makes it known to the server: its owner is the admin.
    func begin(_ project: String, by owner: String) throws {
        try pharos("project", "create", project, "--home", owner)
        try join(owner)
        try pharos("sync", "--home", owner)
    }

    /// Lets somebody join a project: a surveyor before its first event, or a device.
    func admit(_ newcomer: String, as role: String, to project: String) throws {
        try join(newcomer, by: project, "--role", role)
    }

    /// Locates every scan of a file on a device, and compares with where they were taken.
    func locate(_ file: String, on device: String) throws -> ErrorFigures {
        let fixes = "fixes-\(file)"
        try write(fixes, ["locate", file, "--home", device])
        let figures = try ErrorFigures(
            ScanReader.scans(in: "\(folder)/\(file)"),
            FixLine.fixes(in: "\(folder)/\(fixes)")
        )
        remark(
            "\(figures.located) located, error \(figures.columns[0]) on average, \(figures.columns[1]) in the middle."
        )
        return figures
    }
}
