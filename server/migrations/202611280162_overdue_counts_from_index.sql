-- What is overdue is counted, and offered to narrow the list by, from the index alone, too. The columns of its key stand beside
-- it: PostgreSQL reads no table only where it finds them.
drop index referral_client_due;
create index referral_client_due on referral
  (client_id, (case when status in ('pending', 'accepted') then due_at else '9999-12-31 00:00:00+00'::timestamptz end), referral_id)
  include (status, due_at, patient_id, referred_to_user_id, created_by_user_id, on_behalf_of_user_id, urgency_days,
    search_specialty_id, healthcare_provider_id, referred_by_healthcare_provider_id, await_reply_from);
