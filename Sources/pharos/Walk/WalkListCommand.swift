import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos walk list`: the walks, oldest first.
struct WalkListCommand: Subcommand {
    static let name = "walk list"
    static let summary = "List the walks, oldest first"
    static let usage = ""

    private let home: HomeOption

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let venue = try home.open(console).venue()
        for walk in venue.walks.values.sorted(by: { ($0.started, $0.id) < ($1.started, $1.id) }) {
            let track = walk.track.flatMap { venue.tracks[$0]?.name }
            console.answer(
                [
                    "cells": JSONValue(walk.cells),
                    "receiver": JSONValue(walk.receiver),
                    "samples": JSONValue(walk.samples),
                    "state": .string("\(walk.state)"),
                    "track": JSONValue(track),
                    "walk": .string("\(walk.id)"),
                ],
                "\(track ?? "no track")  \(walk.state)\(walk.samples.map { "  \($0) samples" } ?? "")"
            )
        }
        return .success
    }
}
