-- A colleague whom the receiver suggests while declining.
alter table referral add column suggested_healthcare_provider_id bigint
  references healthcare_provider (healthcare_provider_id) on delete set null;
create index referral_suggested_provider on referral (suggested_healthcare_provider_id)
  where suggested_healthcare_provider_id is not null;

-- The appointments of a provider on one day.
create index patient_appointment_provider_day on patient_appointment (healthcare_provider_id, appointment_time)
  where status in ('pending', 'pending_no_answer');
