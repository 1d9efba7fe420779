-- Lists of received referrals include those accepted for the provider.
create index referral_accepted on referral (accepted_for_healthcare_provider_id, date_created desc, referral_id desc)
  where accepted_for_healthcare_provider_id is not null;
