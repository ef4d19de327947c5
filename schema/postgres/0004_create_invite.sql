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
