-- A user has one unfinished full PDF of a referral, in each capacity. Until now only an identical request within five minutes
-- joined an earlier one.
update referral_record x set status = 'failed', finished_at = now()
where status in ('queued', 'running') and exists (select from referral_record later
  where later.user_id = x.user_id and later.referral_id = x.referral_id
    and later.on_behalf_of_user_id is not distinct from x.on_behalf_of_user_id
    and later.status in ('queued', 'running') and later.referral_record_id > x.referral_record_id);
create unique index referral_record_unfinished on referral_record (user_id, referral_id, on_behalf_of_user_id)
  nulls not distinct where status in ('queued', 'running');
