-- Finds a patient by any MRN that a system gave them: that of a record merged into theirs, too.
create index patient_identifier_mrn on patient_identifier (lower(value)) where type_code = 'MR';
