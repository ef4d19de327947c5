// swift-format-ignore-file
// Written by tools/embed-migrations from schema/sqlite; edit the files there.

extension EdgeLogSchema {
    /// Every migration, oldest first.
    static let migrations: [Migration] = [
        Migration(
            number: 1,
            name: "0001_create_edge_log",
            sql: #"""
-- The log of one installation: what it wrote, what it pulled, and how far it got.
--
-- Own events are numbered 1, 2, 3 … over all their streams, and each stream is one run of those numbers: the event with
-- sequence s of a stream has number base + s. So one key serves both, and an append touches one page.
-- Unsigned 64-bit values stand as the signed integer with the same bits.

CREATE TABLE meta (
    key TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- The incarnations of this log, oldest first; the last one grows, the others were closed by recovery.
CREATE TABLE stream (
    ordinal INTEGER NOT NULL PRIMARY KEY,
    incarnation INTEGER NOT NULL UNIQUE,
    base INTEGER NOT NULL CHECK (base >= 0),
    -- The last sequence that counts; NULL while the stream grows. What lies beyond was copied to a later stream.
    closed_at INTEGER CHECK (closed_at >= 0),
    -- Everything up to this sequence was acknowledged by the server.
    acknowledged INTEGER NOT NULL DEFAULT 0 CHECK (acknowledged >= 0)
) STRICT;

CREATE TRIGGER stream_is_kept BEFORE DELETE ON stream
BEGIN SELECT raise(ABORT, 'a stream is never deleted'); END;

CREATE TRIGGER stream_stays_closed BEFORE UPDATE ON stream
WHEN NEW.ordinal <> OLD.ordinal OR NEW.incarnation <> OLD.incarnation OR NEW.base <> OLD.base
    OR (OLD.closed_at IS NOT NULL AND (NEW.closed_at IS NULL OR NEW.closed_at > OLD.closed_at))
BEGIN SELECT raise(ABORT, 'a closed stream never grows again'); END;

CREATE TABLE own (
    number INTEGER NOT NULL PRIMARY KEY,
    -- 0 structure, 1 scans.
    lane INTEGER NOT NULL CHECK (lane IN (0, 1)),
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    -- The canonical form, as hashed and sent.
    envelope BLOB NOT NULL,
    -- The boot during which the event was written, and the milliseconds since then.
    boot BLOB NOT NULL CHECK (length(boot) = 16),
    boot_time INTEGER NOT NULL
) STRICT;

CREATE INDEX own_structure_idx ON own (number) WHERE lane = 0;

CREATE TRIGGER own_is_dense BEFORE INSERT ON own
WHEN NEW.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM own)
BEGIN SELECT raise(ABORT, 'own events are appended one after the other'); END;

CREATE TRIGGER own_is_immutable BEFORE UPDATE ON own
BEGIN SELECT raise(ABORT, 'an event never changes'); END;

CREATE TRIGGER own_is_kept BEFORE DELETE ON own
BEGIN SELECT raise(ABORT, 'an event is never deleted'); END;

-- When the server said that an own event happened. It outlives a rewind, so that a later push says the same.
CREATE TABLE own_date (
    number INTEGER NOT NULL PRIMARY KEY REFERENCES own (number),
    occurred_at INTEGER NOT NULL,
    is_estimated INTEGER NOT NULL
) STRICT;

-- What was pulled, by position; of the log's own events only the place.
CREATE TABLE replica (
    position INTEGER NOT NULL PRIMARY KEY CHECK (position > 0),
    lane INTEGER NOT NULL CHECK (lane IN (0, 1)),
    own INTEGER REFERENCES own (number),
    hash BLOB,
    envelope BLOB,
    received_at INTEGER NOT NULL,
    occurred_at INTEGER NOT NULL,
    is_estimated INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    is_duplicate INTEGER NOT NULL,
    CHECK ((own IS NULL) = (envelope IS NOT NULL) AND (own IS NULL) = (hash IS NOT NULL))
) STRICT;

CREATE INDEX replica_structure_idx ON replica (position) WHERE lane = 0;
CREATE UNIQUE INDEX replica_own_key ON replica (own) WHERE own IS NOT NULL;

CREATE TRIGGER replica_is_immutable BEFORE UPDATE ON replica
BEGIN SELECT raise(ABORT, 'a pulled event never changes'); END;

-- Events of others that a rewind took back: shown, never deleted. One that comes again says at which position.
CREATE TABLE orphan (
    hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    position INTEGER NOT NULL,
    envelope BLOB NOT NULL,
    dropped_at INTEGER NOT NULL,
    returned_as INTEGER
) STRICT;

CREATE TRIGGER orphan_is_kept BEFORE DELETE ON orphan
BEGIN SELECT raise(ABORT, 'an orphan is never deleted'); END;

CREATE TABLE cursor (
    lane INTEGER NOT NULL PRIMARY KEY CHECK (lane IN (0, 1)),
    position INTEGER NOT NULL,
    chain BLOB NOT NULL CHECK (length(chain) = 32)
) STRICT;

-- Where the cursors have been, thinner the older: what a comparison with the server's history offers.
CREATE TABLE point (
    position INTEGER NOT NULL PRIMARY KEY CHECK (position > 0),
    chain BLOB NOT NULL CHECK (length(chain) = 32)
) STRICT;

-- Copies that recovery still has to make: the events first … last of a closed stream.
CREATE TABLE recovery (
    stream INTEGER NOT NULL REFERENCES stream (ordinal),
    first INTEGER NOT NULL,
    last INTEGER NOT NULL CHECK (last >= first),
    PRIMARY KEY (stream, first)
) STRICT, WITHOUT ROWID;

-- Plans and pictures, kept as files beside the database.
CREATE TABLE blob (
    hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    byte_count INTEGER NOT NULL CHECK (byte_count >= 0),
    -- Bytes that are on the disk; equal to byte_count only once the hash was checked.
    received INTEGER NOT NULL DEFAULT 0,
    -- Whether the server said that it holds the whole.
    is_safe INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

"""#
        ),
    ]
}
