-- Who archived a document and why; null while it is on the chart, and if an import archived it.
alter table patient_document
  add column archived_at timestamptz,
  add column archived_by_user_id bigint references user_account,
  add column archive_reason text,
  add constraint patient_document_archived check (
    (archived_at is null) = (archived_by_user_id is null) and (archived_at is null) = (archive_reason is null));
