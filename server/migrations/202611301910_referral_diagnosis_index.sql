-- Suggestions for a new referral count where a client's latest referrals with such a diagnosis went.
create index referral_client_diagnosis on referral (client_id, diagnosis_coded_concept_id, date_created desc)
  include (search_specialty_id, urgency_days) where diagnosis_coded_concept_id is not null;
