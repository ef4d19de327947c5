import Agent
import CommandLineKit
import Device
import EdgeLog

extension HomeOption {
    /// The releases in an installation, and what it knows of its server.
    func releases(_ console: Console) throws -> (cache: ReleaseCache, membership: Membership, home: Installation) {
        let home = Installation(at: try path(console))
        let membership = try Membership(of: home)
        let cache = ReleaseCache(
            at: home.path + "/releases",
            project: membership.project,
            projectKey: membership.projectKey
        )
        return (cache, membership, home)
    }
}
