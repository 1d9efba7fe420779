-- What senders state and had no place.

-- The order in which policies pay: 1 is the primary insurance. Null if its source does not say.
alter table patient_coverage add column coverage_order integer check (coverage_order between 1 and 999);

-- Of an appointment as stated where the directory does not know the provider and the place, the service, and the time zone in
-- which its time was stated: an IANA name, or an offset such as -08:00.
alter table patient_appointment
  add column provider_name text,
  add column place_name text,
  add column service text,
  add column time_zone text;

-- Why the source restricts who may see a document: its confidentiality (v3-Confidentiality), such as R for substance use
-- treatment under 42 CFR part 2. Null if it states none, or the usual one.
alter table patient_document add column restriction text check (restriction in ('R', 'V'));
