-- What a document is, how many pages it has and how large they are, and whether it may be served: it is found out when
-- the file comes in, or by a job.
alter table patient_document
  -- Null until the file was looked at.
  add column format text check (
    format in ('text', 'hl7', 'dicom', 'xml', 'rtf', 'xhtml', 'html', 'pdf', 'image', 'document_page')
  ),
  -- [[width, height], ...] of the pages; null where there are none.
  add column page_sizes jsonb,
  add column has_text boolean,
  -- Why the file cannot be shown though it may be downloaded.
  add column file_problem text check (file_problem in ('encrypted', 'damaged', 'too_large', 'too_slow')),
  -- Documents of before were looked at when they came, by the rules of then.
  add column file_state text not null default 'clear' check (file_state in ('checking', 'clear', 'blocked')),
  -- Why it is blocked, as its readers are told.
  add column block_reason text,
  add column file_checked_at timestamptz;
alter table patient_document alter column file_state set default 'checking';

create index patient_document_unchecked on patient_document (patient_document_id) where file_checked_at is null;
