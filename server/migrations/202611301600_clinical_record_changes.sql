-- When a statement was entered or last changed here: the consultation marks what is new since its question was asked. Moving a
-- row to another patient, as a merge does, is no change of what it states.
alter table patient_medication add column changed_at timestamptz not null default now();
alter table patient_allergy add column changed_at timestamptz not null default now();
alter table patient_condition add column changed_at timestamptz not null default now();
alter table patient_result add column changed_at timestamptz not null default now();

create function clinical_statement_changed() returns trigger language plpgsql as $$
begin
  new.changed_at := now();
  return new;
end $$;

create trigger patient_medication_changed before update of description, status, dosage, is_entered_in_error on patient_medication
  for each row when ((old.description, old.status, old.dosage, old.is_entered_in_error)
    is distinct from (new.description, new.status, new.dosage, new.is_entered_in_error))
  execute function clinical_statement_changed();
create trigger patient_allergy_changed before update of description, clinical_status, criticality, reactions, is_entered_in_error
  on patient_allergy
  for each row when ((old.description, old.clinical_status, old.criticality, old.reactions, old.is_entered_in_error)
    is distinct from (new.description, new.clinical_status, new.criticality, new.reactions, new.is_entered_in_error))
  execute function clinical_statement_changed();
create trigger patient_condition_changed before update of description, clinical_status, is_entered_in_error on patient_condition
  for each row when ((old.description, old.clinical_status, old.is_entered_in_error)
    is distinct from (new.description, new.clinical_status, new.is_entered_in_error))
  execute function clinical_statement_changed();
