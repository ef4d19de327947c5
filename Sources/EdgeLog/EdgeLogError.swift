import CSQLite
import Glibc
public import Survey

/// Why the log of an installation refused an operation.
public enum EdgeLogError: Error, Hashable, Sendable {
    /// The directory holds no installation, or one without a log.
    case notThere(path: String)
    /// The directory holds an installation already.
    case alreadyThere(path: String)
    /// A file is not ours to read or write, or its folder is not there.
    case cannotOpen(path: String, reason: String)
    /// Another process kept the log locked for ten seconds; nothing was changed.
    case busy(path: String)
    /// The disk has no room; the transaction was rolled back, what was stored before was checked and is there.
    case full(path: String)
    /// The disk failed to write or flush; the transaction does not count, what was stored before was checked.
    case flushFailed(path: String, reason: String)
    /// The log could not be opened again after a failure: nothing is accepted until it can.
    case stopped(path: String, reason: String)
    /// The log's content is not what was written.
    case damaged(path: String, Damage)
    /// A newer version of Pharos wrote the log.
    case newerSchema(path: String, found: Int, known: Int)
    /// The event breaks the rules of its kind; nothing of its transaction was stored.
    case invalid(kind: EventKind, ValidationError)
    /// The event is larger than `Envelope/maximumSize`; nothing of its transaction was stored.
    case tooLarge(size: Int)
    /// The log has no such incarnation.
    case unknownIncarnation(Incarnation)
    /// Beyond the end of a stream.
    case noSuchSequence(Incarnation, UInt64)
    /// A pulled batch does not continue the cursor.
    case notContinuing(lane: Lane, expected: UInt64, found: UInt64)
    /// A pulled batch holds what is no event, or not where it says.
    case malformedBatch(position: UInt64, reason: String)
    /// The cursors never stood at this position.
    case notAPoint(position: UInt64)
    /// A blob's bytes do not have the hash they go by.
    case wrongBlob(Digest)
    /// SQLite said no: a defect in our SQL.
    case sqlite(code: Int32, message: String, sql: String)

    /// What a person can do about it; nil where only a fix of the program helps.
    public var recovery: String? {
        switch self {
        case .notThere(let path):
            "Check --home (or PHAROS_HOME), or make an installation in \(path) with pharos project create or pharos join."
        case .alreadyThere(let path): "Use the installation in \(path), or choose another directory with --home."
        case .cannotOpen(let path, _): "Check that \(path) exists and that you may read and write it."
        case .busy(let path): "Wait for the other program that uses \(path), or end it, then try again."
        case .full(let path): "Free some space on the disk of \(path), then try again; nothing stored before was lost."
        case .flushFailed(let path, _):
            "Check the disk of \(path) (dmesg, smartctl), sync or copy the installation to another disk, then try again."
        case .stopped(let path, _): "Check the disk of \(path), then run pharos log verify."
        case .damaged:
            "Keep the directory as it is, see pharos log verify, and go on in a new installation: what was synced is safe."
        case .newerSchema: "Install the newer version of Pharos that wrote it."
        case .tooLarge: "Split it: an event carries at most \(Envelope.maximumSize) bytes."
        case .invalid: "Correct the value and try again."
        case .wrongBlob: "Attach the plan again, or sync again."
        case .notAPoint, .notContinuing, .malformedBatch: "Sync again."
        case .unknownIncarnation, .noSuchSequence, .sqlite: nil
        }
    }

    /// Whether the store itself failed, so that it has to be opened and checked anew.
    var isStorageFailure: Bool {
        switch self {
        case .full, .flushFailed: true
        case .damaged(_, let damage): damage.place == .file
        default: false
        }
    }
}

/// The first thing in a log that is not what was written.
public struct Damage: Hashable, Sendable, CustomStringConvertible {
    public let place: Place
    public let reason: String

    public init(_ place: Place, _ reason: String) {
        self.place = place
        self.reason = reason
    }

    /// Where the damage is.
    public enum Place: Hashable, Sendable {
        /// One of the log's own events.
        case own(Incarnation, sequence: UInt64)
        /// An event that was pulled.
        case pulled(position: UInt64)
        /// The database file, at a place that belongs to no event.
        case file
    }

    public var description: String {
        switch place {
        case .own(let incarnation, let sequence): "event \(sequence) of incarnation \(incarnation) \(reason)"
        case .pulled(let position): "the pulled event at position \(position) \(reason)"
        case .file: "the database file \(reason)"
        }
    }
}

extension EdgeLogError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notThere(let path): "There is no installation in \(path)."
        case .alreadyThere(let path): "There is an installation in \(path) already."
        case .cannotOpen(let path, let reason): "\(path) cannot be opened: \(reason)."
        case .busy(let path): "The log \(path) is in use by another program."
        case .full(let path): "The disk of the log \(path) is full; the last events were not stored."
        case .flushFailed(let path, let reason):
            "The disk of the log \(path) failed (\(reason)); the last events were not stored."
        case .stopped(let path, let reason): "The log \(path) stopped and cannot be opened again: \(reason)"
        case .damaged(let path, let damage): "The log \(path) is damaged: \(damage)."
        case .newerSchema(let path, let found, let known):
            "The log \(path) has schema \(found); this program knows \(known)."
        case .invalid(let kind, let error): "\(kind.name) was not stored: \(error)"
        case .tooLarge(let size): "An event of \(size) bytes was not stored: the limit is \(Envelope.maximumSize)."
        case .unknownIncarnation(let incarnation): "The log has no incarnation \(incarnation)."
        case .noSuchSequence(let incarnation, let sequence):
            "Incarnation \(incarnation) has no event with sequence \(sequence)."
        case .notContinuing(let lane, let expected, let found):
            "A batch of the \(lane) lane starts after position \(found), not \(expected)."
        case .malformedBatch(let position, let reason): "The pulled event at position \(position) \(reason)."
        case .notAPoint(let position): "The log never stood at position \(position)."
        case .wrongBlob(let hash): "The bytes of blob \(hash) do not have that hash."
        case .sqlite(let code, let message, let sql): "SQLite error \(code): \(message) (in: \(sql))"
        }
    }
}

extension EdgeLogError {
    /// Reads the error of the call that just failed on a connection.
    init(connection: OpaquePointer, path: String, sql: String) {
        self.init(
            code: sqlite3_extended_errcode(connection),
            systemError: sqlite3_system_errno(connection),
            message: String(cString: sqlite3_errmsg(connection)),
            path: path,
            sql: sql
        )
    }

    /// What SQLite's extended result code means, with the `errno` that it met.
    init(code: Int32, systemError: Int32, message: String, path: String, sql: String) {
        let flushes = [pharos_sqlite_ioerr_fsync, pharos_sqlite_ioerr_dir_fsync]
        switch code & 0xff {
        case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_READONLY, SQLITE_AUTH: self = .cannotOpen(path: path, reason: message)
        case SQLITE_BUSY, SQLITE_LOCKED: self = .busy(path: path)
        case SQLITE_FULL: self = .full(path: path)
        // The file that WAL keeps in shared memory could not grow. A flush that failed is another matter, whatever the
        // reason: what was written before it may be lost.
        case SQLITE_IOERR
        where code == pharos_sqlite_ioerr_shmsize || systemError == ENOSPC && !flushes.contains(code):
            self = .full(path: path)
        case SQLITE_IOERR: self = .flushFailed(path: path, reason: "\(message), code \(code)")
        case SQLITE_CORRUPT, SQLITE_NOTADB: self = .damaged(path: path, Damage(.file, "is malformed (\(message))"))
        default: self = .sqlite(code: code, message: message, sql: sql)
        }
    }
}
