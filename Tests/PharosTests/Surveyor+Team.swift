import JSON
import Testing

extension Surveyor {
    /// Ada, in step with a server: she has a project with a track of 40 m and one beacon, and is its admin.
    static func founder(of server: RunningServer, in playground: Playground) throws -> Surveyor {
        let ada = Surveyor("ada", in: playground)
        try ada.tell("project", "create", "Hall 3")
        try ada.tell("floor", "add", "Hall")
        try ada.tell("track", "draw", "A", "--floor", "Hall", "0,0", "40,0")
        try ada.tell("slot", "create", "S1", "--floor", "Hall", "--at", "5,1")
        try ada.tell("beacon", "register", "S1", "ibeacon:F7826DA6-4FA2-4E98-8024-BC5B71E0893E/1/1", "--since-start")
        try ada.tell("join", server.invite(), "--name", "ada")
        try ada.tell("sync")
        return ada
    }

    /// Somebody whom this admin invites, who has joined and not yet synced.
    func invite(_ name: String, in playground: Playground) throws -> Surveyor {
        let surveyor = Surveyor(name, in: playground)
        try surveyor.tell("join", #require(tell("invite")["link"]?.text), "--name", name)
        return surveyor
    }
}
