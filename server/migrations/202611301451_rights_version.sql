-- The version of a user's rights: everything that a call reads of its user, except the session itself. Every call reads the
-- version; a process keeps the rights it read with it, and reads them again when the version has changed (decision 080).
-- It is the number of the last transaction that changed them, so none is ever used again. Triggers set it, so that no write can
-- forget to.
alter table user_account add column rights_version bigint not null default pg_current_xact_id()::text::bigint;

-- The rights of these users have changed, and with them those of everybody who may act for them. The users are locked first, by a
-- statement of its own: a transaction that lets somebody act for one of them locks them too, and the next statement sees it.
create function change_rights(user_ids bigint[]) returns void language plpgsql as $$
begin
  perform from user_account where user_id = any(user_ids) order by user_id for no key update;
  update user_account set rights_version = pg_current_xact_id()::text::bigint
  where user_id = any(user_ids)
    or user_id in (select proxy_user_id from user_proxy where proxied_user_id = any(user_ids));
end $$;

create function rights_of_users_changed() returns trigger language plpgsql as $$
begin
  perform change_rights(array(select distinct user_id from changed));
  return null;
end $$;

create function rights_of_proxies_changed() returns trigger language plpgsql as $$
begin
  perform change_rights(array(select proxy_user_id from changed union select proxied_user_id from changed));
  return null;
end $$;

create function rights_of_clients_changed() returns trigger language plpgsql as $$
begin
  -- Conflicts with the lock that a new member's foreign key takes, so that no member is overlooked.
  perform from client where client_id in (select client_id from changed) order by client_id for update;
  perform change_rights(array(select distinct uc.user_id from changed join user_client uc using (client_id)));
  return null;
end $$;

create function rights_of_all_changed() returns trigger language plpgsql as $$
begin
  update user_account set rights_version = pg_current_xact_id()::text::bigint;
  return null;
end $$;

-- A trigger has one table of changed rows, so an update has two triggers: for the rows as they were, and as they are.
do $$
declare
  source record;
begin
  for source in select * from (values ('user_permission', 'rights_of_users_changed'), ('user_client', 'rights_of_users_changed'),
      ('user_proxy', 'rights_of_proxies_changed'), ('client_feature', 'rights_of_clients_changed')) as s (table_name, function_name)
  loop
    execute format('create trigger rights_inserted after insert on %I referencing new table as changed for each statement execute function %I()',
      source.table_name, source.function_name);
    execute format('create trigger rights_deleted after delete on %I referencing old table as changed for each statement execute function %I()',
      source.table_name, source.function_name);
    execute format('create trigger rights_updated_from after update on %I referencing old table as changed for each statement execute function %I()',
      source.table_name, source.function_name);
    execute format('create trigger rights_updated_to after update on %I referencing new table as changed for each statement execute function %I()',
      source.table_name, source.function_name);
    execute format('create trigger rights_truncated after truncate on %I for each statement execute function rights_of_all_changed()',
      source.table_name);
  end loop;
end $$;

create function rights_of_account_changed() returns trigger language plpgsql as $$
begin
  new.rights_version := pg_current_xact_id()::text::bigint;
  return new;
end $$;
-- Its name sorts after user_account_type, which sets the type.
create trigger user_account_with_rights before update on user_account for each row
  when (old.is_active is distinct from new.is_active or old.user_type is distinct from new.user_type
    or old.username is distinct from new.username or old.first_name is distinct from new.first_name
    or old.last_name is distinct from new.last_name)
  execute function rights_of_account_changed();

-- Nobody acts for somebody inactive or for a system administrator. After the statement, because it may change both accounts.
create function rights_to_act_changed() returns trigger language plpgsql as $$
begin
  perform change_rights(array(select proxy_user_id from user_proxy where proxied_user_id = new.user_id));
  return null;
end $$;
create trigger user_account_of_proxies after update on user_account for each row
  when (old.is_active is distinct from new.is_active or old.user_type is distinct from new.user_type)
  execute function rights_to_act_changed();
