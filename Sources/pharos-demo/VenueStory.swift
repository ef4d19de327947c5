import JSON

/// A whole recorded venue: plan, anchor, network, beacons, scans; surveyed, published, and used by a visitor.
struct VenueStory {
    let folder: String
    let stage: Stage

    func tell() throws -> Chapter {
        let project = "HULOP sample venue"
        stage.say("A recorded venue: plan, anchor, routes, beacons and half of its scans")
        try stage.begin(project, by: "olga")
        try stage.pharos("import", "hulop", folder, "--hold-out", "--home", "olga")
        try stage.pharos("sync", "--home", "olga")
        try stage.pharos("publish", "--home", "olga")
        stage.say("A visitor's device pulls the release and locates the other half")
        try stage.admit("visitor", as: "device", to: project)
        try stage.pharos("pull", "--home", "visitor")
        try stage.write("visitor.jsonl", ["scans", "hulop", folder])
        let errors = try stage.locate("visitor.jsonl", on: "visitor")
        try stage.pharos("map", "map", "--home", "olga")
        guard errors.mean < 3.16 else {
            throw DemoError.storyBroken(
                "the device does better than an answer that is always the middle of the survey."
            )
        }
        return Chapter(
            title: "The HULOP sample venue (always answering its middle: 3.16 m)",
            findings: [Chapter.Finding(moment: "second half of each point's scans", errors: errors)],
            facts: []
        )
    }
}
