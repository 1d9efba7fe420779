alter table patient_duplicate add column decision_reason text;
