-- A record of no client stays one that all clients share when somebody of one client gives it an account: only with an account
-- that the installation vouches for are its known values those of the account (decision 088). Accounts from before links were
-- kept count as vouched for.
create function is_shared_provider(pr healthcare_provider) returns boolean language sql stable as $$
  select pr.origin_client_id is null and not exists (select from user_account u
    where u.user_id = pr.user_id and not u.is_stub
      and (pr.user_linked_by_user_id is null or exists (select from user_permission p
        where p.user_id = pr.user_linked_by_user_id and p.permission = 'ManageInstallation')))
$$;

-- The Direct address of an account does not replace one of a shared record that came from elsewhere.
create or replace function copy_direct_email() returns trigger language plpgsql as $$
begin
  update healthcare_provider pr set direct_email = new.direct_email, version = version + 1
  where user_id = new.user_id and direct_email is distinct from new.direct_email
    and (direct_email is null or direct_email = old.direct_email or not is_shared_provider(pr));
  return null;
end $$;
