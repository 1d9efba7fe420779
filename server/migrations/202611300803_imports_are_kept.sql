-- What imports did, and what of the senders' records they could not keep.

-- One run of an import of files.
create table import_run (
  import_run_id bigint generated always as identity primary key,
  client_id bigint not null references client,
  -- Name of the system that numbers the records.
  sender text not null,
  started_at timestamptz not null default now(),
  -- Null while it runs, and for ever if it was stopped.
  ended_at timestamptz,
  -- Numbers of records by kind and outcome, and of those that are not kept by kind.
  counts jsonb not null default '{}',
  not_kept jsonb not null default '{}'
);
create index import_run_client on import_run (client_id, import_run_id desc);

-- A file of a run, with what became of its records.
create table import_file (
  import_file_id bigint generated always as identity primary key,
  import_run_id bigint not null references import_run on delete cascade,
  -- Without the folders of the machine.
  name text not null,
  created integer not null,
  updated integer not null,
  unchanged integer not null,
  removed integer not null,
  rejected integer not null
);
create index import_file_run on import_file (import_run_id, import_file_id);

-- A record that was rejected, or a part of a record that was left out. The same of one record is listed once, however often it is
-- imported; a later copy in which it can be read settles it.
create table import_finding (
  import_finding_id bigint generated always as identity primary key,
  client_id bigint not null references client,
  -- In which it was found first; null for a record that was read outside a run, from an EMR.
  import_run_id bigint references import_run,
  -- Whose record it is, if that is known.
  patient_id bigint references patient on delete cascade,
  kind text not null check (kind in ('rejected', 'left_out')),
  file_name text not null,
  line integer,
  record_type text,
  record_id text,
  -- Digest of the key by which a later copy of the record is recognized.
  record_key text not null,
  reason text not null,
  -- The record as it was sent; null if it could not be told from the rest of its file.
  raw_storage_key text,
  found_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint import_finding_once unique (client_id, record_key, reason)
);
create index import_finding_client on import_finding (client_id, import_finding_id desc);
create index import_finding_run on import_finding (import_run_id, import_finding_id desc);
create index import_finding_patient on import_finding (patient_id) where settled_at is null;

-- What a sender states about a patient and the product does not keep, counted by kind. A run counts its records anew, because
-- files hold the whole record again; of several runs the greatest number stays. Messages are imported once, so their numbers are
-- added, under the number 0 in place of a run.
create table import_not_kept (
  import_not_kept_id bigint generated always as identity primary key,
  patient_id bigint not null references patient on delete cascade,
  sender text not null,
  kind text not null,
  import_run_id bigint not null,
  how_many integer not null check (how_many > 0),
  constraint import_not_kept_once unique (patient_id, sender, kind, import_run_id)
);
create index import_not_kept_run on import_not_kept (import_run_id);
