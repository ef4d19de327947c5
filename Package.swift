// swift-tools-version: 6.3
import PackageDescription

/// Settings of every Swift target: Swift 6 mode, and the upcoming features that change what code means.
let common: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// Settings of the pure layers: unsafe code there would have to say so.
let pure: [SwiftSetting] = common + [.strictMemorySafety()]

/// A C library: a module map, and a shim for what Swift cannot import.
func library(_ name: String, pkgConfig: String, package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// A module of values and functions: no I/O, no clock, no lock.
func core(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: pure)
}

/// A module that may touch the world.
func module(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: common)
}

/// What a person or a service starts.
func program(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: common)
}

/// The tests of one module.
func tests(_ name: String, _ dependencies: Target.Dependency..., exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: dependencies + ["TestSupport"],
        exclude: exclude,
        swiftSettings: common
    )
}

let package = Package(
    name: "pharos",
    targets: [
        // C libraries.
        library("CBluetooth", pkgConfig: "bluez", package: "libbluetooth-dev"),
        library("COpenSSL", pkgConfig: "openssl", package: "libssl-dev"),
        library("CPQ", pkgConfig: "libpq", package: "libpq-dev"),
        library("CProtobufC", pkgConfig: "libprotobuf-c", package: "libprotobuf-c-dev"),
        library("CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
        library("CUV", pkgConfig: "libuv", package: "libuv1-dev"),
        library("CZlib", pkgConfig: "zlib", package: "zlib1g-dev"),
        library("CZstd", pkgConfig: "libzstd", package: "libzstd-dev"),
        .target(name: "CPharosSchema", dependencies: ["CProtobufC"]),

        // Model and core.
        core("Fingerprints", "Survey", "Venue"),
        core("JSON"),
        core("Pictures"),
        core("Places", "Survey"),
        core("Positioning", "Fingerprints", "Survey"),
        core("Radio", "Survey"),
        core("RadioSimulator", "Pictures", "Survey"),
        module(
            "RecordedSets",
            "Fingerprints",
            "Formats",
            "Positioning",
            "RadioSimulator",
            "Survey",
            "Upkeep",
            "Venue"
        ),
        core("Survey"),
        core("Sync", "Survey"),
        core("SyncSimulator", "Fingerprints", "Survey", "Sync", "Venue"),
        core("Upkeep", "Fingerprints", "Survey", "Venue"),
        core("Venue", "Survey"),
        core("Wayfinding", "Survey", "Venue"),

        // Adapters: one C library each.
        module("Bluetooth", "CBluetooth", "EventLoop", "Radio"),
        module("Crypto", "COpenSSL", "EventLoop", "Survey"),
        module("EdgeLog", "CSQLite", "Survey", "Sync"),
        module("EventLoop", "CUV"),
        module("EventStore", "CPQ", "EventLoop", "Survey", "Sync"),
        module("Link", "Crypto", "EventLoop", "Survey", "Sync", "Wire"),
        module("Wire", "CPharosSchema", "CProtobufC", "CZstd", "Fingerprints", "Survey", "Sync"),
        module("Formats", "CZlib", "Fingerprints", "JSON", "Pictures", "Places", "Survey"),

        // Applications and programs.
        module(
            "Agent",
            "Crypto",
            "EdgeLog",
            "EventLoop",
            "Fingerprints",
            "JSON",
            "Link",
            "Radio",
            "Survey",
            "Sync",
            "Upkeep",
            "Venue",
            "Wire"
        ),
        core("CommandLineKit", "JSON"),
        module(
            "Device",
            "Crypto",
            "EdgeLog",
            "Fingerprints",
            "Formats",
            "JSON",
            "Link",
            "Positioning",
            "Radio",
            "Survey",
            "Sync",
            "Wire"
        ),
        module(
            "Server",
            "Crypto",
            "EventLoop",
            "EventStore",
            "Fingerprints",
            "Link",
            "Positioning",
            "Survey",
            "Sync",
            "Venue",
            "Wire"
        ),
        module("Processes"),
        module("Terminal", "CommandLineKit"),
        program(
            "pharos",
            "Agent",
            "Bluetooth",
            "CommandLineKit",
            "Crypto",
            "Device",
            "EdgeLog",
            "EventLoop",
            "Fingerprints",
            "Formats",
            "JSON",
            "Link",
            "Pictures",
            "Places",
            "Positioning",
            "Radio",
            "RadioSimulator",
            "Survey",
            "Sync",
            "Terminal",
            "Upkeep",
            "Venue",
            "Wayfinding"
        ),
        program(
            "pharos-bench",
            "Agent",
            "CommandLineKit",
            "Crypto",
            "Device",
            "EdgeLog",
            "EventLoop",
            "EventStore",
            "Fingerprints",
            "JSON",
            "Link",
            "Positioning",
            "Processes",
            "Radio",
            "RecordedSets",
            "Server",
            "Survey",
            "Sync",
            "Terminal",
            "Venue",
            "Wire"
        ),

        .executableTarget(
            name: "pharos-simulate",
            dependencies: ["CommandLineKit", "SyncSimulator"],
            swiftSettings: common
        ),
        program(
            "pharos-demo",
            "CommandLineKit",
            "Formats",
            "JSON",
            "Processes",
            "RadioSimulator",
            "Survey",
            "Terminal"
        ),
        program(
            "pharosd",
            "CommandLineKit",
            "Crypto",
            "EventLoop",
            "EventStore",
            "JSON",
            "Link",
            "Server",
            "Survey",
            "Sync",
            "Terminal",
            "Venue"
        ),

        // Tests: one target per module, and what they share.
        .target(name: "LoopSupport", dependencies: ["EventLoop"], path: "Tests/LoopSupport", swiftSettings: common),
        .executableTarget(
            name: "edge-log-writer",
            dependencies: ["Crypto", "EdgeLog", "Survey", "Wire"],
            path: "Tests/EdgeLogWriter",
            swiftSettings: common
        ),
        .executableTarget(
            name: "virtual-controller",
            dependencies: ["RadioSimulator", "Survey"],
            path: "Tests/VirtualController",
            swiftSettings: common
        ),
        .target(
            name: "PostgresSupport",
            dependencies: ["EventLoop", "EventStore"],
            path: "Tests/PostgresSupport",
            swiftSettings: common
        ),
        .target(
            name: "TestSupport",
            dependencies: ["Survey", "Sync"],
            path: "Tests/TestSupport",
            swiftSettings: common
        ),
        tests("Agent", "Agent", "Crypto", "EdgeLog", "Fingerprints", "Survey", "Venue", "Wire"),
        tests("Bench", "JSON", "pharos", "pharos-bench", "pharosd"),
        tests("Bluetooth", "Bluetooth", "Radio"),
        tests("CommandLineKit", "CommandLineKit", "JSON"),
        tests("Crypto", "COpenSSL", "Crypto", "EventLoop", "LoopSupport", "Survey"),
        tests("EdgeLog", "Crypto", "EdgeLog", "Survey", "Sync", "Wire", "edge-log-writer"),
        tests(
            "Device",
            "Crypto",
            "Device",
            "EdgeLog",
            "Fingerprints",
            "Formats",
            "JSON",
            "Positioning",
            "Radio",
            "Survey",
            "Sync",
            "Wire"
        ),
        tests("EndToEnd", "JSON", "pharos", "pharos-demo", "pharosd"),
        tests("EventLoop", "EventLoop", "LoopSupport"),
        tests("EventStore", "Crypto", "EventLoop", "EventStore", "PostgresSupport", "Survey", "Sync"),
        tests("Fingerprints", "Fingerprints", "Survey", "Venue"),
        tests("Formats", "Crypto", "Fingerprints", "Formats", "JSON", "Survey"),
        tests("JSON", "JSON"),
        tests("Pharos", "EventLoop", "JSON", "LoopSupport", "Radio", "pharos", "pharosd", exclude: ["Golden"]),
        tests("Pictures", "Pictures"),
        tests("Link", "Crypto", "EventLoop", "Link", "LoopSupport", "Survey", "Sync", "Wire"),
        tests("Places", "Places", "Survey"),
        tests("Positioning", "Fingerprints", "Positioning", "Survey"),
        tests("Radio", "Radio", "Survey"),
        tests("RadioSimulator", "Pictures", "RadioSimulator", "Survey"),
        tests("RecordedSets", "Positioning", "RecordedSets"),
        tests("Repository"),
        tests(
            "Server",
            "Crypto",
            "EventLoop",
            "EventStore",
            "Link",
            "PostgresSupport",
            "Server",
            "Survey",
            "Sync",
            "Wire",
            "pharosd"
        ),
        tests("Survey", "Survey"),
        tests("Sync", "Survey", "Sync", "SyncSimulator"),
        tests("Upkeep", "Fingerprints", "Positioning", "RadioSimulator", "Survey", "Upkeep", "Venue"),
        tests("Venue", "Crypto", "Survey", "Venue"),
        tests("Wayfinding", "Survey", "Venue", "Wayfinding"),
        tests("Wire", "Crypto", "Fingerprints", "Survey", "Sync", "Wire", exclude: ["Golden"]),
    ]
)

// tools/fuzz alone builds the fuzzers: it says where the toolchain keeps libFuzzer.
if let libFuzzer = Context.environment["FUZZ"] {
    package.targets.append(
        .executableTarget(
            name: "pharos-fuzz",
            dependencies: [
                "CPharosSchema", "CProtobufC", "Fingerprints", "Formats", "JSON", "Radio", "Survey", "Sync",
                "TestSupport", "Wire",
            ],
            path: "Tests/Fuzzers",
            exclude: ["Corpus"],
            swiftSettings: common,
            linkerSettings: [.unsafeFlags(["-use-ld=lld", libFuzzer, "-lstdc++"])]
        )
    )
}
