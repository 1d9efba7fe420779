-- A task that is added while its patient is merged into another one is refused, as everything that files under a patient.
create trigger zz_patient_not_merged after insert on task for each row execute function patient_not_merged();
