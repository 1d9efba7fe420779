-- What somebody sent that failed, or whose outcome is not known, until they have seen it: Home shows it.
create index delivery_failure_unseen on delivery ((coalesce(on_behalf_of_user_id, created_by_user_id)), delivery_id desc)
  where status in ('failed', 'unknown') and failure_seen_at is null and created_by_user_id is not null;
