import CProtobufC

/// Memory for one message, given back as a whole.
///
/// protobuf-c asks for every part of a message on its own; here a part costs an addition, and nothing can leak. A
/// hostile message that asks for more than the limit is refused by protobuf-c as if memory had run out.
struct Arena: ~Copyable {
    private let state: UnsafeMutablePointer<State>

    /// An arena that gives out at most `limit` bytes.
    init(limit: Int = .max, firstChunk: Int = 4_096) {
        state = .allocate(capacity: 1)
        state.initialize(to: State(limit: limit, firstChunk: firstChunk))
        state.pointee.allocator = ProtobufCAllocator(alloc: allocate, free: keep, allocator_data: state)
    }

    deinit {
        state.pointee.freeChunks(downTo: 0)
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// What protobuf-c calls for memory; lives as long as the arena.
    var allocator: UnsafeMutablePointer<ProtobufCAllocator> {
        UnsafeMutablePointer(state.pointer(to: \.allocator)!)
    }

    /// Room for some bytes, not yet initialized.
    func bytes(_ count: Int) -> UnsafeMutableRawPointer {
        guard let pointer = state.pointee.take(count) else { preconditionFailure("An encoder's arena has no limit.") }
        return pointer
    }

    /// Room for some values, not yet initialized.
    func room<Element: BitwiseCopyable>(for count: Int, of _: Element.Type) -> UnsafeMutablePointer<Element> {
        bytes(count * MemoryLayout<Element>.stride).bindMemory(to: Element.self, capacity: count)
    }

    /// A message with its defaults set.
    func message<Message>(_ initialize: (UnsafeMutablePointer<Message>?) -> Void) -> UnsafeMutablePointer<Message> {
        let message = bytes(MemoryLayout<Message>.stride).bindMemory(to: Message.self, capacity: 1)
        initialize(message)
        return message
    }

    /// Forgets everything given out; the first chunk stays for the next message.
    func reset() {
        state.pointee.freeChunks(downTo: 1)
    }
}

extension Arena {
    /// The chunks of an arena, and how far the newest one is used.
    fileprivate struct State {
        let limit: Int
        let firstChunk: Int
        var allocator = ProtobufCAllocator()
        private var chunks: [UnsafeMutableRawBufferPointer] = []
        private var used = 0
        private var total = 0

        init(limit: Int, firstChunk: Int) {
            self.limit = limit
            self.firstChunk = firstChunk
        }

        /// Some bytes aligned for any type of C; nil over the limit.
        mutating func take(_ count: Int) -> UnsafeMutableRawPointer? {
            guard count <= limit else { return nil }
            let size = (count + 15) & ~15
            if let chunk = chunks.last, chunk.count - used >= size {
                defer { used += size }
                return chunk.baseAddress! + used
            }
            let chunk = max(size, chunks.last.map { $0.count * 2 } ?? firstChunk)
            guard size <= limit - total else { return nil }
            chunks.append(.allocate(byteCount: min(chunk, max(size, limit - total)), alignment: 16))
            total += chunks[chunks.count - 1].count
            used = size
            return chunks[chunks.count - 1].baseAddress
        }

        mutating func freeChunks(downTo kept: Int) {
            while chunks.count > kept {
                let chunk = chunks.removeLast()
                total -= chunk.count
                chunk.deallocate()
            }
            used = 0
        }
    }
}

/// protobuf-c calls this for each part of a message, on the thread that unpacks; the arena outlives the call.
private let allocate: @convention(c) (UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer? = { state, count in
    state!.assumingMemoryBound(to: Arena.State.self).pointee.take(count)
}

/// protobuf-c calls this for each part it lets go of: the arena frees all of them at once.
private let keep: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = { _, _ in }
