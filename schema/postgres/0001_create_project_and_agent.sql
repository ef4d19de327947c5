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
