/// What will happen, by time; what is due at the same time happens in the order it was scheduled.
struct Timeline<Happening> {
    private var heap: [(time: Int64, order: UInt64, happening: Happening)] = []
    private var scheduled: UInt64 = 0

    var isEmpty: Bool { heap.isEmpty }

    mutating func schedule(_ happening: Happening, at time: Int64) {
        scheduled += 1
        heap.append((time, scheduled, happening))
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard isEarlier(child, parent) else { break }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    mutating func next() -> (time: Int64, happening: Happening)? {
        guard let first = heap.first else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            let left = parent * 2 + 1
            guard left < heap.count else { break }
            let child = left + 1 < heap.count && isEarlier(left + 1, left) ? left + 1 : left
            guard isEarlier(child, parent) else { break }
            heap.swapAt(child, parent)
            parent = child
        }
        return (first.time, first.happening)
    }

    private func isEarlier(_ a: Int, _ b: Int) -> Bool {
        (heap[a].time, heap[a].order) < (heap[b].time, heap[b].order)
    }
}
