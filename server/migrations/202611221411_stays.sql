-- A stay in a post-acute facility counts as being admitted.
drop index patient_encounter_admitted;
drop index patient_encounter_discharged;
create index patient_encounter_admitted on patient_encounter (encounter_date, patient_id)
  where discharge_date is null and encounter_type in ('inpatient', 'emergency', 'observation', 'post_acute');
create index patient_encounter_discharged on patient_encounter (discharge_date, patient_id)
  where discharge_date is not null and encounter_type in ('inpatient', 'emergency', 'observation', 'post_acute');
