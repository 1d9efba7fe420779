-- A result corrected in place, and an allergy whose severity or verification changes, are new to who was asked before.
create trigger patient_result_changed before update of description, value_number, value_comparator, value_text, unit, flag,
  status, is_superseded, is_entered_in_error on patient_result
  for each row when ((old.description, old.value_number, old.value_comparator, old.value_text, old.unit, old.flag, old.status,
    old.is_superseded, old.is_entered_in_error)
    is distinct from (new.description, new.value_number, new.value_comparator, new.value_text, new.unit, new.flag, new.status,
    new.is_superseded, new.is_entered_in_error))
  execute function clinical_statement_changed();

drop trigger patient_allergy_changed on patient_allergy;
create trigger patient_allergy_changed before update of description, clinical_status, verification, criticality, severity,
  reactions, is_entered_in_error on patient_allergy
  for each row when ((old.description, old.clinical_status, old.verification, old.criticality, old.severity, old.reactions,
    old.is_entered_in_error)
    is distinct from (new.description, new.clinical_status, new.verification, new.criticality, new.severity, new.reactions,
    new.is_entered_in_error))
  execute function clinical_statement_changed();
