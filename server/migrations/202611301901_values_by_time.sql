-- A page of a patient's values, whatever panel they belong to, newest first.
create index patient_result_value on patient_result (patient_id, effective_at desc nulls last, patient_result_id desc)
  where not is_panel;
