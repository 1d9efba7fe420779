-- Messages and clinical documents that were imported completely, by the SHA-256 of their text. A message reports an event: several
-- of the same moment may state different things about a patient, and importing them again must change nothing.
create table imported_message (
  client_id bigint not null references client,
  digest text not null,
  imported_at timestamptz not null default now(),
  primary key (client_id, digest)
);
