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
