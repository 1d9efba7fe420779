-- Versions of one clinical document share a set, which its sender names, and are counted in it (ClinicalDocument.setId and
-- versionNumber). The highest one stands, in whatever order they arrive.
alter table patient_document
  add column version_set text,
  add column version_number integer,
  add constraint patient_document_version check ((version_set is null) = (version_number is null));
create index patient_document_versions on patient_document (patient_id, version_set) where version_set is not null;
