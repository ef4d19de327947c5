extension SimulationResult {
    /// Simulates every seed of a range on as many cores as there are; the results are in the order of the seeds.
    public static func ofSeeds(_ seeds: Range<UInt64>, options: SimulationOptions) async -> [SimulationResult] {
        await withTaskGroup(of: SimulationResult.self) { group in
            for seed in seeds {
                group.addTask {
                    var simulation = Simulation(seed: seed, options: options)
                    return simulation.run()
                }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.seed < $1.seed }
        }
    }

    /// The first seed of a range whose run breaks a promise, tried in order; nil where none does.
    public static func firstFailure(in seeds: Range<UInt64>, options: SimulationOptions) -> SimulationResult? {
        for seed in seeds {
            var simulation = Simulation(seed: seed, options: options)
            let result = simulation.run()
            if result.failure != nil { return result }
        }
        return nil
    }
}
