-- Who is admitted is read from the index alone: the type of each open encounter was looked up in the table.
drop index patient_encounter_open;
create index patient_encounter_open on patient_encounter (patient_id, encounter_date desc) include (encounter_type)
  where discharge_date is null;
