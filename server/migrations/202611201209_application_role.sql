-- What the running application may do. It reads and writes rows, and can neither change nor remove the audit.
-- Where the role could not be created the product runs as the connecting user; the triggers still guard the audit.
do $$
begin
  if not exists (select from pg_roles where rolname = 'careloop_app') then
    return;
  end if;
  grant usage on schema public to careloop_app;
  grant select, insert, update, delete on all tables in schema public to careloop_app;
  grant usage, select on all sequences in schema public to careloop_app;
  grant execute on all functions in schema public to careloop_app;
  revoke update, delete, truncate on audit_event, audit_chain from careloop_app;
  revoke insert, update, delete on schema_migration from careloop_app;
  alter default privileges in schema public grant select, insert, update, delete on tables to careloop_app;
  alter default privileges in schema public grant usage, select on sequences to careloop_app;
end $$;
