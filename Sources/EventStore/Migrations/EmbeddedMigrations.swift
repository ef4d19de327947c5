// swift-format-ignore-file
// Written by tools/embed-migrations from schema/postgres; edit the files there.

extension Migration {
    /// Every migration, oldest first.
    public static let all: [Migration] = [
        Migration(
            number: 1,
            name: "0001_create_project_and_agent",
            sql: #"""
-- A project's head, and who may read and write it.
--
-- project_id leads every key, and nothing refers across projects, so that the same SQL runs on one PostgreSQL and on
-- a cluster that is sharded by project. project and stream are updated by every append: half of each page is left
-- free, so that the new version of a row finds room beside the old one (a HOT update).

CREATE TABLE project (
    project_id bytea NOT NULL,
    head bigint NOT NULL DEFAULT 0,
    chain bytea NOT NULL DEFAULT '\x0000000000000000000000000000000000000000000000000000000000000000',
    clock bigint NOT NULL DEFAULT 0,
    scans bigint NOT NULL DEFAULT 0,
    signing_key bytea NOT NULL,
    public_key bytea NOT NULL,
    release_floor bigint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT project_pkey PRIMARY KEY (project_id),
    CONSTRAINT project_id_size CHECK (octet_length(project_id) = 16),
    CONSTRAINT project_chain_size CHECK (octet_length(chain) = 32),
    CONSTRAINT project_head_range CHECK (head >= 0 AND scans BETWEEN 0 AND head)
) WITH (fillfactor = 50);

COMMENT ON COLUMN project.clock IS 'received_at of the last event: the next one is never stamped below it';

COMMENT ON COLUMN project.scans IS 'how many of the events are scans: the last event''s scans';

COMMENT ON COLUMN project.release_floor IS 'the highest release number that a device has shown: numbers only rise';

CREATE TABLE agent (
    project_id bytea NOT NULL,
    agent_id bytea NOT NULL,
    public_key bytea NOT NULL,
    role smallint NOT NULL,
    name text NOT NULL,
    joined_at timestamptz NOT NULL DEFAULT now(),
    revoked_at timestamptz,
    last_contact_at timestamptz,
    CONSTRAINT agent_pkey PRIMARY KEY (project_id, agent_id),
    CONSTRAINT agent_id_size CHECK (octet_length(agent_id) = 16),
    CONSTRAINT agent_public_key_size CHECK (octet_length(public_key) = 32),
    CONSTRAINT agent_role_known CHECK (role BETWEEN 1 AND 3)
);

GRANT SELECT, INSERT, UPDATE ON project, agent TO pharos_app;

"""#
        ),
        Migration(
            number: 2,
            name: "0002_create_event_and_stream",
            sql: #"""
-- The events of every project, and how far each stream has got.
--
-- Events are only ever inserted: the application's role has no other privilege on them, and a trigger stands behind it.
-- The unique key of a stream's sequences is a belt: the append rules, under the project's lock, never violate it.

CREATE TABLE stream (
    project_id bytea NOT NULL,
    agent_id bytea NOT NULL,
    incarnation bigint NOT NULL,
    head bigint NOT NULL DEFAULT 0,
    head_hash bytea NOT NULL DEFAULT '\x0000000000000000000000000000000000000000000000000000000000000000',
    head_occurred bigint,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT stream_pkey PRIMARY KEY (project_id, agent_id, incarnation),
    CONSTRAINT stream_head_range CHECK (head >= 0),
    CONSTRAINT stream_head_hash_size CHECK (octet_length(head_hash) = 32)
) WITH (fillfactor = 50);

CREATE TABLE event (
    position bigint NOT NULL,
    incarnation bigint NOT NULL,
    sequence bigint NOT NULL,
    scans bigint NOT NULL,
    received_at bigint NOT NULL,
    occurred_at bigint NOT NULL,
    seen bigint NOT NULL,
    origin_incarnation bigint,
    origin_sequence bigint,
    kind integer NOT NULL,
    is_estimated boolean NOT NULL,
    is_duplicate boolean NOT NULL,
    project_id bytea NOT NULL,
    agent_id bytea NOT NULL,
    hash bytea NOT NULL,
    chain bytea NOT NULL,
    origin_hash bytea,
    envelope bytea NOT NULL,
    CONSTRAINT event_pkey PRIMARY KEY (project_id, position),
    CONSTRAINT event_stream_sequence_key UNIQUE (project_id, agent_id, incarnation, sequence),
    CONSTRAINT event_position_range CHECK (position > 0 AND sequence > 0),
    CONSTRAINT event_envelope_size CHECK (octet_length(envelope) <= 65536)
);

COMMENT ON COLUMN event.envelope IS 'the canonical bytes, as the author wrote and hashed them';

COMMENT ON COLUMN event.scans IS 'how many events up to and with this one are scans: so that a lane has numbers without gaps';

COMMENT ON COLUMN event.incarnation IS 'the eight bytes of an incarnation as a signed number';

CREATE INDEX event_structure_idx ON event (project_id, position) WHERE kind <> 70;

CREATE INDEX event_origin_idx ON event (project_id, agent_id, origin_incarnation, origin_sequence)
    WHERE origin_sequence IS NOT NULL;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'events are never changed' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER event_is_immutable BEFORE UPDATE OR DELETE ON event
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER event_is_not_truncated BEFORE TRUNCATE ON event
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT ON event TO pharos_app;

GRANT SELECT, INSERT, UPDATE ON stream TO pharos_app;

"""#
        ),
        Migration(
            number: 3,
            name: "0003_create_claim",
            sql: #"""
-- What agents say of themselves when they make contact, beside what is stored of them.
--
-- Apart from stream, which only the holder of the project's lock may write.

CREATE TABLE claim (
    project_id bytea NOT NULL,
    agent_id bytea NOT NULL,
    incarnation bigint NOT NULL,
    head bigint NOT NULL,
    hash bytea NOT NULL,
    is_closed boolean NOT NULL,
    claimed_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT claim_pkey PRIMARY KEY (project_id, agent_id, incarnation),
    CONSTRAINT claim_hash_size CHECK (octet_length(hash) = 32)
) WITH (fillfactor = 50);

GRANT SELECT, INSERT, UPDATE ON claim TO pharos_app;

"""#
        ),
        Migration(
            number: 4,
            name: "0004_create_invite",
            sql: #"""
-- Join links, by the hash of their one-time code, and who used them.
--
-- A code is all that a joining agent has, so these two tables are shared and not led by a project; the first invitation
-- of a project is even older than the server's knowledge of it.

CREATE TABLE invite (
    code_hash bytea NOT NULL,
    project_id bytea,
    role smallint NOT NULL,
    uses integer,
    used integer NOT NULL DEFAULT 0,
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT invite_pkey PRIMARY KEY (code_hash),
    CONSTRAINT invite_role_known CHECK (role BETWEEN 1 AND 3),
    CONSTRAINT invite_many_are_devices CHECK (uses = 1 OR role = 1),
    CONSTRAINT invite_used_range CHECK (used >= 0 AND (uses IS NULL OR used <= uses))
);

COMMENT ON COLUMN invite.project_id IS 'NULL until the founder of a project has joined';

COMMENT ON COLUMN invite.uses IS 'how many agents may join; NULL for any number';

CREATE TABLE invite_use (
    code_hash bytea NOT NULL,
    agent_id bytea NOT NULL,
    used_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT invite_use_pkey PRIMARY KEY (code_hash, agent_id)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON invite, invite_use TO pharos_app;

"""#
        ),
        Migration(
            number: 5,
            name: "0005_create_blob",
            sql: #"""
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

"""#
        ),
        Migration(
            number: 6,
            name: "0006_create_release",
            sql: #"""
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

"""#
        ),
        Migration(
            number: 7,
            name: "0007_create_server_key",
            sql: #"""
-- The TLS key and certificate that every pharosd on this database presents: join links pin it.

CREATE TABLE server_key (
    name text NOT NULL,
    private_key bytea NOT NULL,
    certificate bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT server_key_pkey PRIMARY KEY (name),
    CONSTRAINT server_key_name_known CHECK (name = 'tls')
);

GRANT SELECT, INSERT ON server_key TO pharos_app;

"""#
        ),
        Migration(
            number: 8,
            name: "0008_create_server_address",
            sql: #"""
-- Where clients reach the servers on this database: what a join link says.

CREATE TABLE server_address (
    name text NOT NULL,
    host text NOT NULL,
    port integer NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT server_address_pkey PRIMARY KEY (name),
    CONSTRAINT server_address_name_known CHECK (name = 'public'),
    CONSTRAINT server_address_port_range CHECK (port BETWEEN 1 AND 65535)
);

GRANT SELECT, INSERT, UPDATE ON server_address TO pharos_app;

"""#
        ),
    ]
}
