-- One index for the figures of a provider and for those of a specialty, with all that they are computed from: the referrals of
-- a specialty are scattered over the table.
drop index report_referral_provider;
create index report_referral_figures on report_referral
  (client_id, healthcare_provider_specialty_id, healthcare_provider_id, sent_at)
  include (status, received_at, answered_at, appointment_at, decline_reason)
  where healthcare_provider_id is not null;
