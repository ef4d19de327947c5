public import Survey

/// A recorded set divided into what surveyors walked and what visitors heard.
public struct RecordedSplit: Hashable, Sendable {
    /// `uji-library`, `uji-office`, `hulop`, `flat`, `navcog`, `tetam`, `sal` or `ms-site2`.
    public let set: String
    /// What surveyed: a phone, a transmit power, a part.
    public let survey: String
    /// What is located.
    public let live: String
    public let training: [RecordedScan]
    public let tests: [RecordedScan]
    /// How many known beacons a test scan must hold to be located.
    public let minimumSlots: Int
    /// Where beacons hang, as far as the set says.
    public let mounts: [String: Mount]

    /// A beacon's place: the set's number of the floor, and metres on it.
    public struct Mount: Hashable, Sendable {
        public let floor: Int
        public let point: Point

        public init(floor: Int = 0, point: Point) {
            self.floor = floor
            self.point = point
        }
    }

    public init(
        set: String,
        survey: String,
        live: String,
        training: [RecordedScan],
        tests: [RecordedScan],
        minimumSlots: Int,
        mounts: [String: Mount] = [:]
    ) {
        self.set = set
        self.survey = survey
        self.live = live
        self.training = training
        self.tests = tests
        self.minimumSlots = minimumSlots
        self.mounts = mounts
    }
}
