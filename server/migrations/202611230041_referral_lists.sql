-- What the list of referrals is read by besides its dates: a status, a due time, a provider.

create index referral_client_status on referral (client_id, status, date_created desc, referral_id desc);
-- Due times count until an appointment is made; what has none comes last.
create index referral_client_due on referral
  (client_id, (case when status in ('pending', 'accepted') then due_at else '9999-12-31 00:00:00+00'::timestamptz end), referral_id);
create index referral_provider on referral (healthcare_provider_id, date_created desc, referral_id desc)
  where healthcare_provider_id is not null;
create index referral_sender on referral (referred_by_healthcare_provider_id, date_created desc, referral_id desc)
  where referred_by_healthcare_provider_id is not null;
