-- Published versions of a project's index, and the blocks they are made of.

CREATE TABLE release (
    project_id bytea NOT NULL,
    number bigint NOT NULL,
    position bigint NOT NULL,
    manifest_hash bytea NOT NULL,
    manifest bytea NOT NULL,
    published_by bytea,
    published_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT release_pkey PRIMARY KEY (project_id, number),
    CONSTRAINT release_manifest_hash_key UNIQUE (project_id, manifest_hash),
    CONSTRAINT release_number_range CHECK (number > 0),
    CONSTRAINT release_manifest_hash_size CHECK (octet_length(manifest_hash) = 32)
);

CREATE TABLE block (
    project_id bytea NOT NULL,
    hash bytea NOT NULL,
    bytes bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT block_pkey PRIMARY KEY (project_id, hash),
    CONSTRAINT block_hash_size CHECK (octet_length(hash) = 32)
);

ALTER TABLE block ALTER COLUMN bytes SET STORAGE EXTERNAL;

GRANT SELECT, INSERT ON release, block TO pharos_app;
