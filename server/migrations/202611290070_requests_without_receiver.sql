-- Open requests that were sent to a provider without an account: a job looks for those who have got one since.
create index referral_without_receiver on referral (healthcare_provider_id)
  where referred_to_user_id is null and status in ('pending', 'accepted', 'scheduled');
create index consultation_without_receiver on consultation (healthcare_provider_id)
  where requested_to_user_id is null and status in ('pending', 'acknowledged');
