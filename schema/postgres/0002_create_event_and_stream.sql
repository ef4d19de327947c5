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
