import CommandLineKit

/// `pharos-bench table`: the rows that `tools/bench` prints.
struct TableCommand: Subcommand {
    static let name = "table"
    static let summary = "Measure rows of the table, each beside its limit"
    static let usage = "[ROW …] [--tiny]"
    static let discussion = """
        Without a row it measures all: \(questions.flatMap(\.rows).map(\.name).joined(separator: ", ")). Runs pharos and \
        pharosd as they lie beside it, and a PostgreSQL of its own with its usual durability, in a temporary folder \
        (TMPDIR): on the disk whose speed is meant.
        """
    static let options = [OptionSummary("--tiny", "Sizes that only show that each row can be measured")]

    static let questions: [any Question] = [
        AppendQuestion(perTransaction: 1),
        AppendQuestion(perTransaction: 100),
        IngestQuestion(),
        SingleIngestQuestion(),
        CatchUpQuestion(),
        RebuildQuestion(),
        LocateQuestion(),
        ReportsQuestion(),
        SamplingQuestion(),
        PullQuestion(),
        BacklogMemoryQuestion(),
        IdleMemoryQuestion(),
    ]

    private let wanted: [String]
    private let sizes: Sizes

    init(_ arguments: inout Arguments) throws(UsageError) {
        sizes = arguments.takeFlag("--tiny") ? .tiny : .full
        var wanted: [String] = []
        while let word = arguments.takeOptionalWord() { wanted.append(word) }
        try arguments.finish()
        let known = Self.questions.flatMap(\.rows).map(\.name)
        for name in wanted where !known.contains(name) {
            throw UsageError("There is no row \(name); there are \(known.joined(separator: ", ")).")
        }
        self.wanted = wanted.isEmpty ? known : wanted
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let workshop = try Workshop(sizes, console)
        let result = await Result { try await measure(in: workshop, console) }
        await workshop.clear()
        try result.get()
        return .success
    }

    private func measure(in workshop: Workshop, _ console: Console) async throws {
        if !console.answersInJSON { console.print(TableLine.header.text) }
        for question in Self.questions where question.rows.contains(where: { wanted.contains($0.name) }) {
            try Task.checkCancellation()
            for figure in try await question.measure(in: workshop) where wanted.contains(figure.row.name) {
                figure.tell(console)
            }
        }
    }
}

extension Result where Failure == any Error {
    /// What an asynchronous body returns or throws.
    init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
