public import EventLoop

/// Runs `body` on the thread of a loop of its own, and ends the loop: which a forgotten handle would prevent.
public func onLoop<Result: Sendable>(
    _ body: @escaping @Sendable (EventLoop) async throws -> Result
) async throws -> Result {
    let loop = try EventLoop()
    let outcome = await withTaskGroup(of: Swift.Result<Result, any Error>.self) { group in
        group.addTask(executorPreference: loop) {
            do { return .success(try await body(loop)) } catch { return .failure(error) }
        }
        return await group.next()!
    }
    await loop.shutdown()
    return try outcome.get()
}
