-- Floor plans and pictures: a row for each that a stored event names, and what has arrived of it.
--
-- The size is part of the key: an event that names a blob with a wrong size cannot keep the right one out.

CREATE TABLE blob (
    project_id bytea NOT NULL,
    hash bytea NOT NULL,
    byte_count bigint NOT NULL,
    received bigint NOT NULL DEFAULT 0,
    is_complete boolean NOT NULL DEFAULT false,
    corrupted integer NOT NULL DEFAULT 0,
    wanted_at timestamptz NOT NULL DEFAULT now(),
    changed_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT blob_pkey PRIMARY KEY (project_id, hash, byte_count),
    CONSTRAINT blob_hash_size CHECK (octet_length(hash) = 32),
    CONSTRAINT blob_received_range CHECK (received BETWEEN 0 AND byte_count),
    CONSTRAINT blob_complete_is_whole CHECK (NOT is_complete OR received = byte_count)
) WITH (fillfactor = 50);

COMMENT ON COLUMN blob.corrupted IS 'how often the whole had another hash and was thrown away';

CREATE INDEX blob_unfinished_idx ON blob (project_id, changed_at) WHERE NOT is_complete;

CREATE TABLE blob_chunk (
    project_id bytea NOT NULL,
    hash bytea NOT NULL,
    byte_count bigint NOT NULL,
    start bigint NOT NULL,
    bytes bytea NOT NULL,
    CONSTRAINT blob_chunk_pkey PRIMARY KEY (project_id, hash, byte_count, start),
    CONSTRAINT blob_chunk_size CHECK (octet_length(bytes) BETWEEN 1 AND 32768)
);

ALTER TABLE blob_chunk ALTER COLUMN bytes SET STORAGE EXTERNAL;

GRANT SELECT, INSERT, UPDATE ON blob TO pharos_app;

GRANT SELECT, INSERT, DELETE ON blob_chunk TO pharos_app;
