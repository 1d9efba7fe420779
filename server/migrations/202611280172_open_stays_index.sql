-- Who is admitted is read from an index of stays alone. Most encounters without a discharge date are visits, which never have one.
drop index patient_encounter_open;
create index patient_encounter_open_stay on patient_encounter (patient_id, encounter_date desc)
  where discharge_date is null and encounter_type in ('inpatient', 'emergency', 'observation', 'post_acute');
