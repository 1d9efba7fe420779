-- Documents that users bring into a chart: in whose name, what they are where the type is "Other", and that the patient
-- gave authorization.
alter table patient_document
  add column uploaded_on_behalf_of_user_id bigint references user_account,
  add column custom_document_type text check (length(custom_document_type) between 1 and 75),
  add column hipaa_release_on_file boolean not null default false;

-- Types to choose from before anything was imported; "Other" has a field of its own beside it.
insert into document_type (document_name, is_primary)
values
  ('Progress Note', true),
  ('Discharge Summary', true),
  ('Consult Note', true),
  ('Emergency Department Note', true),
  ('Radiology Report', true),
  ('Cardiology Report', true),
  ('Medication List', true),
  ('Referral Letter', false),
  ('Immunization Record', false),
  ('Correspondence', false),
  ('Other', false)
on conflict (document_name) do nothing;
