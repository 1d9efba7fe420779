-- What the counts of a whole client's referrals ask stands in their indexes: each referral was looked up in the table, in a page
-- of its own. They leave out what was counted as somebody's own.
drop index referral_client_status;
create index referral_client_status on referral (client_id, status, date_created desc, referral_id desc)
  include (patient_id, referred_to_user_id, created_by_user_id, on_behalf_of_user_id);
drop index referral_specialty_status;
create index referral_specialty_status on referral (client_id, search_specialty_id, status)
  include (referral_id, due_at, patient_id, referred_to_user_id, created_by_user_id, on_behalf_of_user_id)
  where search_specialty_id is not null;
