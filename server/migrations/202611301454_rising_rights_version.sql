-- A version is higher than the one before even where the transactions are counted anew, as in the new cluster of a restore.

create or replace function change_rights(user_ids bigint[]) returns void language plpgsql as $$
begin
  perform from user_account where user_id = any(user_ids) order by user_id for no key update;
  update user_account set rights_version = greatest(rights_version + 1, pg_current_xact_id()::text::bigint)
  where user_id = any(user_ids)
    or user_id in (select proxy_user_id from user_proxy where proxied_user_id = any(user_ids));
end $$;

create or replace function rights_of_account_changed() returns trigger language plpgsql as $$
begin
  new.rights_version := greatest(old.rights_version + 1, pg_current_xact_id()::text::bigint);
  return new;
end $$;

create or replace function rights_of_all_changed() returns trigger language plpgsql as $$
begin
  update user_account set rights_version = greatest(rights_version + 1, pg_current_xact_id()::text::bigint);
  return null;
end $$;
