import CPharosSchema
import Survey

extension ProjectCreated: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__ProjectCreated>?) -> Void { pharos__project_created__init }

    func write(to raw: inout Pharos__ProjectCreated, in arena: borrowing Arena) {
        raw.project = arena.data(project)
        raw.name = arena.data(name)
    }

    init(_ raw: Pharos__ProjectCreated) throws(MalformedMessage) {
        self.init(project: try raw.project.identifier("project"), name: try raw.name.text("name"))
    }
}

extension ProjectRenamed: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__ProjectRenamed>?) -> Void { pharos__project_renamed__init }

    func write(to raw: inout Pharos__ProjectRenamed, in arena: borrowing Arena) {
        raw.name = arena.data(name)
    }

    init(_ raw: Pharos__ProjectRenamed) throws(MalformedMessage) {
        self.init(name: try raw.name.text("name"))
    }
}
