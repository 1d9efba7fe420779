-- What a client's users received: few rows where most referrals go to providers who are no users.

create index referral_client_received on referral (client_id, status, date_created desc, referral_id desc)
  where referred_to_user_id is not null;
