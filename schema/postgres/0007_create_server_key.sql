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
