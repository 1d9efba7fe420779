-- The overdue referrals of a client are also sorted by the day they were sent: each was looked up in the table for it.
drop index referral_client_due;
create index referral_client_due on referral
  (client_id, (case when status in ('pending', 'accepted') then due_at else '9999-12-31 00:00:00+00'::timestamptz end), referral_id)
  include (status, due_at, date_created, patient_id, referred_to_user_id, created_by_user_id, on_behalf_of_user_id, urgency_days,
    search_specialty_id, healthcare_provider_id, referred_by_healthcare_provider_id, await_reply_from);
