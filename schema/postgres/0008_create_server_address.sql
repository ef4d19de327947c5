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
