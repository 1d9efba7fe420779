-- Referrals whose visit has passed are looked for every few minutes; those are few among all appointments.
create index patient_appointment_to_come on patient_appointment (appointment_time)
  where status in ('pending', 'pending_no_answer') and referral_id is not null;
