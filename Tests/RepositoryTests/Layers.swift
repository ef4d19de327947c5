/// Who may import whom, as DESIGN draws it.
enum Layers {
    /// The pure modules and what each may import.
    static let pure: [String: Set<String>] = [
        "Survey": [],
        "Venue": ["Survey"],
        "Fingerprints": ["Survey", "Venue"],
        "Positioning": ["Survey", "Venue", "Fingerprints"],
        "Upkeep": ["Survey", "Venue", "Fingerprints"],
        "Wayfinding": ["Survey", "Venue"],
        "Places": ["Survey"],
        "Radio": ["Survey"],
        "RadioSimulator": ["Survey", "Pictures"],
        "Pictures": [],
        "Sync": ["Survey"],
        "SyncSimulator": ["Fingerprints", "Survey", "Sync", "Venue"],
        "CommandLineKit": ["JSON"],
        "JSON": [],
    ]

    /// The ways to C's mathematics.
    static let mathematics: Set<String> = ["Darwin", "Glibc"]

    static let adapters: Set<String> = ["EventLoop", "Crypto", "Wire", "EdgeLog", "EventStore", "Bluetooth", "Web"]
}
