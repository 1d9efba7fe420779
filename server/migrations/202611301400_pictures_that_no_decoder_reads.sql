alter table patient_document drop constraint patient_document_file_problem_check;
alter table patient_document add constraint patient_document_file_problem_check
  check (file_problem in ('encrypted', 'damaged', 'twelve_bits', 'unsupported', 'too_large', 'too_slow'));

-- They may not be damaged: the next check says so.
update patient_document set file_checked_at = null where file_problem = 'damaged';
