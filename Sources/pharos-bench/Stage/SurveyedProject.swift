import Processes
import Survey

/// A project of a million scans, delivered to the server by `pharos sync` while the process's memory was watched.
struct SurveyedProject {
    /// How often the memory's peak is read; the kernel keeps it, so only the last moment can be missed.
    private static let watch = Duration.milliseconds(50)

    let project: ProjectID
    let scans: Int
    /// Bytes that the agent's process held at most while it delivered the backlog.
    let agentMemory: Int

    init(in workshop: Workshop) async throws {
        scans = workshop.sizes.scans
        var survey = MadeUpSurvey(points: 5_000, scans: scans)
        let surveyor = try await Surveyor(founding: "backlog", in: workshop)
        project = surveyor.project
        try surveyor.append(survey.structure(of: project))
        try surveyor.append(scans) { survey.scans($0) }
        let path = workshop.newPath("sync")
        var sync = try workshop.start("pharos", ["sync", "--home", surveyor.home], writingTo: path)
        var peak = 0
        while sync.isRunning() {
            peak = max(peak, ProcessMemory.peak(of: sync.number) ?? 0)
            do { try await ContinuousClock().sleep(for: Self.watch) } catch {
                sync.terminate()
                _ = sync.wait()
                throw error
            }
        }
        guard sync.wait() == 0 else {
            throw BenchError.commandFailed(
                command: "pharos sync",
                status: sync.wait(),
                errors: try TextFile.read(path + ".err")
            )
        }
        agentMemory = peak
        try workshop.remove(surveyor.home)
    }
}
