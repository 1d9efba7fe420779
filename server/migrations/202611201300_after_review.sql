-- The lock on a name follows from its failures alone.
alter table sign_in_failure drop column locked_until;

-- A moment that the contract's timestamps can say; nobody is booked for another age.
alter table patient_appointment add constraint patient_appointment_time_is_sane
  check (appointment_time between '1900-01-01' and '2200-01-01');

-- Which acceptance brought somebody onto the care team: it ends with it.
alter table care_team_member add column joined_by_referral_id bigint references referral on delete set null;
create index care_team_member_joined_by on care_team_member (joined_by_referral_id) where joined_by_referral_id is not null;

-- Super users cannot be acted for.
create function user_proxy_not_of_super_users() returns trigger language plpgsql as $$
begin
  if (select user_type from user_account where user_id = new.proxied_user_id) = 'system_administrator' then
    raise exception 'a system administrator cannot be acted for' using errcode = 'check_violation', constraint = 'user_proxy_super_user';
  end if;
  return new;
end $$;
create trigger user_proxy_not_of_super_users before insert or update on user_proxy
  for each row execute function user_proxy_not_of_super_users();

-- Each month by itself, so that rows which had to land in the default partition stand in the way of their own month
-- only; and nothing but inserting and reading for the application's role, on every partition.
create or replace function ensure_audit_partitions() returns void language plpgsql security definer set search_path = public as $$
declare
  first_day date;
  partition text;
begin
  for month in 0..2 loop
    first_day := date_trunc('month', now())::date + make_interval(months => month);
    begin
      execute format('create table if not exists %I partition of audit_event for values from (%L) to (%L)',
        'audit_event_' || to_char(first_day, 'YYYYMM'), first_day, first_day + interval '1 month');
    exception when check_violation then
      raise warning 'audit rows of % stay in the default partition', to_char(first_day, 'YYYY-MM');
    end;
  end loop;
  if not exists (select from pg_roles where rolname = 'careloop_app') then
    return;
  end if;
  for partition in select inhrelid::regclass::text from pg_inherits where inhparent = 'audit_event'::regclass loop
    execute format('revoke update, delete, truncate on %s from careloop_app', partition);
  end loop;
end $$;
select ensure_audit_partitions();

-- Where the verifier asks for the link of a row.
create index audit_chain_event on audit_chain (audit_event_id);
