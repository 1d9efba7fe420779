-- How the senders of imported records name what they sent: by the record's own id, and by every identifier it carries.
-- A later file, and a reference in it (`Location?identifier=system|value`, `Practitioner/17`), finds the row again by any of
-- them. Organisations and providers belong to all clients; facilities and patients to one. Patients' identifiers stand in
-- patient_identifier; here stand only the ids of the records themselves.
create table source_key (
  client_id bigint references client,
  resource_type text not null check (resource_type in
    ('Organization', 'Location', 'Practitioner', 'PractitionerRole', 'Patient')),
  system text not null,
  value text not null,
  -- The row in healthcare_organization, facility, healthcare_provider (twice) or patient.
  row_id bigint not null,
  -- Of what was last imported under this key; only the key that is the record's own id has one.
  source_digest text,
  constraint source_key_once unique nulls not distinct (client_id, resource_type, system, value)
);
create index source_key_row on source_key (resource_type, row_id);
