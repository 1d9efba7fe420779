-- The order "Most urgent first" of a client's referrals: STAT, then the other waiting ones by due time, then the rest by the day
-- they were sent, newest first. All in one ascending key; the arithmetic is done in UTC because only that is immutable.
create function referral_urgency_key(status text, urgency_days integer, due_at timestamptz, date_created timestamptz)
  returns timestamptz language sql immutable parallel safe as $$
    select case
      when status not in ('pending', 'accepted') then
        (timestamp '9000-01-01' - ((date_created at time zone 'UTC') - timestamp '2000-01-01')) at time zone 'UTC'
      when urgency_days = 1 then ((due_at at time zone 'UTC') - interval '365000 days') at time zone 'UTC'
      else due_at
    end $$;

create index referral_client_urgency on referral
  (client_id, referral_urgency_key(status, urgency_days, due_at, date_created), referral_id);
-- Few referrals go to users of the portal, so the received ones have an index of their own.
create index referral_client_received_urgency on referral
  (client_id, referral_urgency_key(status, urgency_days, due_at, date_created), referral_id)
  where referred_to_user_id is not null;
