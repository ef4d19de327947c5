public import EventLoop

/// How a server is to run.
public struct ServerSettings: Hashable, Sendable {
    public let database: DatabaseLocation
    /// Where to listen: a numeric address; port 0 takes a free one.
    public let listen: Endpoint
    /// What join links say; nil where that is the address it listens at.
    public let advertise: Endpoint?
    /// A file that gets the address once the server is ready.
    public let readyFile: String?

    public init(database: DatabaseLocation, listen: Endpoint, advertise: Endpoint?, readyFile: String?) {
        self.database = database
        self.listen = listen
        self.advertise = advertise
        self.readyFile = readyFile
    }
}
