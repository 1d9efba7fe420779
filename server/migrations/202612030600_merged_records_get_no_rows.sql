-- Nothing is filed under a merged record (202611292206_patients.sql): the guard was missing in some tables that refer to a patient,
-- and rows that were given another patient passed it. An import that had found a row before a merge moved it took it back.

create or replace function patient_not_merged() returns trigger language plpgsql as $$
begin
  -- There is no old row after an insert.
  if new.patient_id is distinct from old.patient_id
      and exists (select from patient where patient_id = new.patient_id and merged_into_patient_id is not null) then
    raise exception 'patient % was merged into another one', new.patient_id using errcode = 'serialization_failure';
  end if;
  return null;
end $$;

-- The same for each record of a possible duplicate. One that was named before does not stop the other from being merged.
create function pair_not_merged() returns trigger language plpgsql as $$
begin
  if exists (select from patient where merged_into_patient_id is not null and patient_id in (
      case when new.patient_id is distinct from old.patient_id then new.patient_id end,
      case when new.other_patient_id is distinct from old.other_patient_id then new.other_patient_id end)) then
    raise exception 'patient % or % was merged into another one', new.patient_id, new.other_patient_id
      using errcode = 'serialization_failure';
  end if;
  return null;
end $$;
create trigger zz_patient_not_merged after insert or update of patient_id, other_patient_id on patient_duplicate
  for each row execute function pair_not_merged();

do $$
declare
  name text;
begin
  foreach name in array array['access_request', 'break_glass_access', 'care_team_member', 'consultation', 'conversation',
    'conversation_member', 'delivery', 'emr_pull', 'import_finding', 'import_not_kept', 'message_draft', 'patient_allergy',
    'patient_appointment', 'patient_background', 'patient_change', 'patient_condition', 'patient_coverage', 'patient_difference',
    'patient_document', 'patient_encounter', 'patient_favorite', 'patient_guarantor', 'patient_identifier',
    'patient_immunization', 'patient_medication', 'patient_plan', 'patient_procedure', 'patient_result', 'population_patient',
    'record_care_team', 'referral', 'referral_draft', 'sms_reply', 'task', 'work_queue_encounter'] loop
    execute format('create or replace trigger zz_patient_not_merged after insert or update of patient_id on %I
      for each row execute function patient_not_merged()', name);
  end loop;
end $$;
