-- Names of the documents that this one replaced, one on each line: to mark those that are imported after it.
alter table patient_document add column replaces text;
create index patient_document_replaces on patient_document (patient_id) where replaces is not null;
